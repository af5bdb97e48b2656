import { type RawBuilder, sql } from 'kysely'
import type { CampaignSettings } from '../campaign/campaign-settings.js'
import type { VariantShare } from './variant-choice.js'

/** What a viewer of a variant gets; null, or no entry in `theme`, is what the campaign has. */
export interface VariantSettings extends VariantShare {
  start_drama_id: string | null
  start_episode_no: number
  is_start_online: boolean
  offer_id: string | null
  is_offer_on_sale: boolean
  theme: Record<string, string>
}

export interface RunningExperiment {
  id: string
  variants: VariantSettings[]
}

/** An expression on `experiment_variants`. */
export const selectVariantSettings = (currency: string): RawBuilder<VariantSettings> =>
  sql<VariantSettings>`jsonb_build_object('no', experiment_variants.no, 'share', share,
    'start_drama_id', experiment_variants.start_drama_id,
    'start_episode_no', coalesce(experiment_variants.start_episode_no, 1),
    'is_start_online', exists (
      select 1 from episodes join dramas on dramas.id = episodes.drama_id
      where episodes.drama_id = experiment_variants.start_drama_id
        and episodes.no = coalesce(experiment_variants.start_episode_no, 1)
        and episodes.status = 'online' and dramas.status = 'online'
    ),
    'offer_id', experiment_variants.offer_id,
    'is_offer_on_sale', exists (
      select 1 from products where products.id = experiment_variants.offer_id and products.currency = ${currency}
        and products.status = 'on_sale'
    ),
    'theme', experiment_variants.theme)`

/** An expression on `campaigns`. Null if no experiment runs. */
export const selectRunningExperiment = (currency: string): RawBuilder<RunningExperiment | null> =>
  sql<RunningExperiment | null>`(
    select jsonb_build_object('id', experiments.id, 'variants',
      jsonb_agg(${selectVariantSettings(currency)} order by experiment_variants.no))
    from experiments join experiment_variants on experiment_variants.experiment_id = experiments.id
    where experiments.lpid = campaigns.lpid and experiments.status = 'running'
    group by experiments.id
  )`

/** The start and the offer are null if they are offline or not on sale, as with the campaign's own. */
export function applyVariant(settings: CampaignSettings, variant: VariantSettings | undefined): CampaignSettings {
  if (variant === undefined) return settings
  const { start_drama_id, start_episode_no, is_start_online, offer_id, is_offer_on_sale, theme } = variant
  const start =
    start_drama_id === null
      ? {}
      : {
          start_drama_id: is_start_online ? start_drama_id : null,
          start_episode_no: is_start_online ? start_episode_no : null
        }
  return {
    ...settings,
    ...start,
    ...(offer_id !== null && { offer_id: is_offer_on_sale ? offer_id : null }),
    theme: { ...settings.theme, ...theme }
  }
}
