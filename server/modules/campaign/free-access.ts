// The one place that says what campaigns give a viewer for nothing; whoever asks what is free reads it from here.
import { type Expression, sql } from 'kysely'

/**
 * What is given to a viewer in a drama: `freeOverride` first episodes where that is more than the drama's own, and by
 * `promoEpisodes` single episodes until a time (epoch milliseconds).
 */
export interface FreeAccess {
  freeOverride: number | null
  promoEpisodes: Record<string, number>
}

export const NO_FREE_ACCESS: FreeAccess = { freeOverride: null, promoEpisodes: {} }

/** A column of the campaign of a user's latest visit, while it is active and within its window; null where none is. */
function ofCampaign<Value>(column: string, { userId, now }: { userId: string; now: Date }) {
  return sql<Value>`(select ${sql.ref(`campaigns.${column}`)} from users
    join campaigns on campaigns.lpid = users.last_lpid and campaigns.status = 'active'
    where users.id = ${userId}
      and users.last_lpid_at > ${now}::timestamptz - make_interval(days => campaigns.attribution_window_days)
  )`
}

/** What the campaign allows its viewer to spend in a day, as a column. */
export const campaignLimitFor = (of: { userId: string; now: Date }) =>
  ofCampaign<number | null>('daily_limit', of).as('campaignLimit')

/**
 * `Gifts` as columns of a statement, so that they are of one moment with all else that it reads. A campaign gives while
 * it is active, to those whose latest visit with a campaign was one of its own, within its window.
 */
export function freeAccessIn({ userId, dramaId, now }: { userId: string; dramaId: Expression<string>; now: Date }) {
  return [
    ofCampaign<number | null>('free_episodes_override', { userId, now }).as('freeOverride'),
    sql<Record<string, number>>`(select coalesce(jsonb_object_agg(episode_id, ends), '{}') from (
      select episode_id, max(floor(extract(epoch from until) * 1000))::bigint as ends from promo_grants
      where user_id = ${userId} and drama_id = ${dramaId} and until > ${now}::timestamptz group by episode_id
    ) as gifts)`.as('promoEpisodes')
  ] as const
}
