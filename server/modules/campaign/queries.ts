import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { RequestContext } from '../../http/request-context.js'
import { type RunningExperiment, selectRunningExperiment } from '../experiment/variant-settings.js'
import type { CampaignSettings } from './campaign-settings.js'

export type ActiveCampaign = CampaignSettings & { experiment: RunningExperiment | null }

export async function findActiveCampaign(
  db: Kysely<Database>,
  lpid: string,
  currency: string
): Promise<ActiveCampaign | undefined> {
  const row = await db
    .selectFrom('campaigns')
    .selectAll('campaigns')
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('episodes')
          .innerJoin('dramas', 'dramas.id', 'episodes.drama_id')
          .select('episodes.id')
          .whereRef('episodes.drama_id', '=', 'campaigns.start_drama_id')
          .where(({ eb, fn, ref, val }) =>
            eb('episodes.no', '=', fn.coalesce(ref('campaigns.start_episode_no'), val(1)))
          )
          .where('episodes.status', '=', 'online')
          .where('dramas.status', '=', 'online')
      ).as('has_start'),
      exists(
        selectFrom('products')
          .select('products.id')
          .whereRef('products.id', '=', 'campaigns.offer_id')
          .where('products.currency', '=', currency)
          .where('products.status', '=', 'on_sale')
      ).as('has_offer')
    ])
    .select(selectRunningExperiment(currency).as('experiment'))
    .where('lpid', '=', lpid)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { has_start, has_offer, ...settings } = row
  return {
    ...settings,
    start_drama_id: has_start ? settings.start_drama_id : null,
    start_episode_no: has_start ? (settings.start_episode_no ?? 1) : null,
    offer_id: has_offer ? settings.offer_id : null
  }
}

/** From memory. */
export const readActiveCampaign = ({ db, content, config }: RequestContext, lpid: string) =>
  content.cached(`campaign:${lpid}`, () => findActiveCampaign(db, lpid, config.currency))

type CampaignOfViewer = { userId: string; now: Date }

/** A column of the viewer's last campaign: null unless it is active and within its attribution window. */
export function selectCampaignColumn<Value>(column: keyof CampaignSettings, { userId, now }: CampaignOfViewer) {
  return sql<Value>`(select ${sql.ref(`campaigns.${column}`)} ${fromLastCampaign(userId, now)})`
}

/** Like `selectCampaignColumn`, from the viewer's variant if an experiment runs and the variant has a value of its own. */
export function selectVariantColumn<Value>(
  column: 'free_episodes_override' | 'offer_id',
  { userId, now }: CampaignOfViewer
) {
  return sql<Value>`(select coalesce((
      select ${sql.ref(`variant.${column}`)}
      from find_viewer_variant(users.id, campaigns.lpid, ${now}::timestamptz) variant
    ), ${sql.ref(`campaigns.${column}`)}) ${fromLastCampaign(userId, now)})`
}

const fromLastCampaign = (userId: string, now: Date) => sql`from users
  join campaigns on campaigns.lpid = users.last_lpid and campaigns.status = 'active'
  where users.id = ${userId}
    and users.last_lpid_at > ${now}::timestamptz - make_interval(days => campaigns.attribution_window_days)`
