import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { selectCampaignLimit, selectFreeAccess } from '../campaign/free-access.js'
import { selectPassesAt } from '../pass/vip.js'
import { type EpisodeAccess, toEpisodeAccess } from '../play/episode-access.js'
import { unlockedEpisodeIds } from '../play/queries.js'

export interface UnlockableEpisodes {
  dramaId: string
  accessList: EpisodeAccess[]
  hasSpendingLimits: boolean
  campaignDailyLimit: number | null
}

export interface UserAtTime {
  userId: string
  now: Date
}

export type DramaSelector = { dramaId: string } | { episodeId: string }

export async function readUnlockableEpisodes(
  db: Kysely<Database>,
  { userId, now }: UserAtTime,
  selector: DramaSelector
): Promise<UnlockableEpisodes | null> {
  const dramaIdSql =
    'dramaId' in selector
      ? sql<string>`${selector.dramaId}`
      : sql<string>`(select drama_id from episodes where id = ${selector.episodeId} and status = 'online')`
  const rows = await db
    .selectFrom('episodes')
    .innerJoin('dramas', 'dramas.id', 'episodes.drama_id')
    .select(['episodes.id', 'episodes.no', 'episodes.price'])
    .select(['episodes.drama_id', 'dramas.free_count', 'dramas.default_price'])
    .select(({ exists, selectFrom }) => [
      sql<boolean>`episodes.id = any(array ${unlockedEpisodeIds(db, userId, dramaIdSql)})`.as('is_unlocked'),
      exists(selectPassesAt(db, userId, now)).as('has_pass'),
      exists(selectFrom('spending_limits').select('period').where('user_id', '=', userId)).as('is_limited'),
      ...selectFreeAccess({ userId, dramaId: dramaIdSql, now }),
      selectCampaignLimit({ userId, now })
    ])
    .where('episodes.drama_id', '=', dramaIdSql)
    .where('episodes.status', '=', 'online')
    .where('dramas.status', '=', 'online')
    .orderBy('episodes.no')
    .execute()
  const [first] = rows
  if (first === undefined) return null
  const { drama_id: dramaId, free_count: freeCount, default_price: defaultPrice, has_pass, is_limited } = first
  const { freeOverride, promoEpisodes } = first
  const unlockedIds = new Set(rows.flatMap(({ id, is_unlocked }) => (is_unlocked ? id : [])))
  const entitlements = { freeCount, freeOverride, promoEpisodes, defaultPrice, unlockedIds, hasPass: Boolean(has_pass) }
  const { campaignLimit } = first
  return {
    dramaId,
    accessList: toEpisodeAccess(rows, entitlements),
    hasSpendingLimits: Boolean(is_limited),
    campaignDailyLimit: campaignLimit
  }
}
