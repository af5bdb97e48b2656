import { type Expression, sql } from 'kysely'
import { selectCampaignColumn, selectVariantColumn } from './queries.js'

/**
 * Free episodes of a viewer in a drama: `freeOverride` can only raise the number of free first episodes.
 * `promoEpisodes` has the end of each grant, in epoch ms, by episode id.
 */
export interface FreeAccess {
  freeOverride: number | null
  promoEpisodes: Record<string, number>
}

export const NO_FREE_ACCESS: FreeAccess = { freeOverride: null, promoEpisodes: {} }

export const selectCampaignLimit = (of: { userId: string; now: Date }) =>
  selectCampaignColumn<number | null>('daily_limit', of).as('campaignLimit')

/** `FreeAccess` as columns, so that the caller reads it in the same statement as everything else. */
export function selectFreeAccess({ userId, dramaId, now }: { userId: string; dramaId: Expression<string>; now: Date }) {
  return [
    selectVariantColumn<number | null>('free_episodes_override', { userId, now }).as('freeOverride'),
    sql<Record<string, number>>`(select coalesce(jsonb_object_agg(episode_id, ends), '{}') from (
      select episode_id, max(floor(extract(epoch from until) * 1000))::bigint as ends from promo_grants
      where user_id = ${userId} and drama_id = ${dramaId} and until > ${now}::timestamptz group by episode_id
    ) as gifts)`.as('promoEpisodes')
  ] as const
}
