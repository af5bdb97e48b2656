// The one place that says what campaigns give a viewer for nothing; whoever asks what is free reads it from here.
import { type Expression, sql } from 'kysely'

/**
 * What is given to a viewer in a drama: `freeOverride` first episodes where that is more than the drama's own, and by
 * `given` single episodes until a time (epoch milliseconds).
 */
export interface Gifts {
  freeOverride: number | null
  given: Record<string, number>
}

export const NO_GIFTS: Gifts = { freeOverride: null, given: {} }

/**
 * `Gifts` as columns of a statement, so that they are of one moment with all else that it reads. A campaign gives while
 * it is active, to those whose latest visit with a campaign was one of its own, within its window.
 */
export function giftsIn({ userId, dramaId, now }: { userId: string; dramaId: Expression<string>; now: Date }) {
  return [
    sql<number | null>`(select campaigns.free_episodes_override from users
      join campaigns on campaigns.lpid = users.last_lpid and campaigns.status = 'active'
      where users.id = ${userId}
        and users.last_lpid_at > ${now}::timestamptz - make_interval(days => campaigns.attribution_window_days)
    )`.as('freeOverride'),
    sql<Record<string, number>>`(select coalesce(jsonb_object_agg(episode_id, ends), '{}') from (
      select episode_id, max(floor(extract(epoch from until) * 1000))::bigint as ends from promo_grants
      where user_id = ${userId} and drama_id = ${dramaId} and until > ${now}::timestamptz group by episode_id
    ) as gifts)`.as('given')
  ] as const
}
