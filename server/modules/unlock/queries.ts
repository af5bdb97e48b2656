import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { type FreeAccess, selectCampaignLimit, selectFreeAccess } from '../campaign/free-access.js'
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

interface OnlineDrama {
  dramaId: string
  freeCount: number
  defaultPrice: number
  /** Null if none is online. */
  episodes: { id: string; no: number; price: number | null }[] | null
}

/** Columns that `toUnlockableEpisodes` reads. */
export function selectUnlockableEpisodes(db: Kysely<Database>, { userId, now }: UserAtTime, selector: DramaSelector) {
  const dramaId =
    'dramaId' in selector
      ? sql<string>`${selector.dramaId}`
      : sql<string>`(select drama_id from episodes where id = ${selector.episodeId} and status = 'online')`
  const isLimited = db.selectFrom('spending_limits').select('period').where('user_id', '=', userId)
  return [
    sql<OnlineDrama | null>`(
      select jsonb_build_object('dramaId', dramas.id, 'freeCount', free_count, 'defaultPrice', default_price, 'episodes', (
        select jsonb_agg(jsonb_build_object('id', id, 'no', no, 'price', price) order by no)
        from episodes where drama_id = dramas.id and status = 'online'
      )) from dramas where dramas.id = ${dramaId} and status = 'online'
    )`.as('drama'),
    sql<string[]>`array ${unlockedEpisodeIds(db, userId, dramaId)}`.as('unlockedIds'),
    sql<boolean>`exists ${selectPassesAt(db, userId, now)}`.as('hasPass'),
    sql<boolean>`exists ${isLimited}`.as('hasSpendingLimits'),
    ...selectFreeAccess({ userId, dramaId, now }),
    selectCampaignLimit({ userId, now })
  ] as const
}

interface UnlockableRow extends FreeAccess {
  drama: OnlineDrama | null
  unlockedIds: string[]
  hasPass: boolean
  hasSpendingLimits: boolean
  campaignLimit: number | null
}

/** Null if the drama or all its episodes are offline. */
export function toUnlockableEpisodes(row: UnlockableRow): UnlockableEpisodes | null {
  const { drama, unlockedIds, hasPass, freeOverride, promoEpisodes, hasSpendingLimits, campaignLimit } = row
  if (drama === null || drama.episodes === null) return null
  const { dramaId, freeCount, defaultPrice, episodes } = drama
  const entitlements = { freeCount, freeOverride, promoEpisodes, defaultPrice, hasPass }
  return {
    dramaId,
    accessList: toEpisodeAccess(episodes, { ...entitlements, unlockedIds: new Set(unlockedIds) }),
    hasSpendingLimits,
    campaignDailyLimit: campaignLimit
  }
}

export const readUnlockableEpisodes = async (db: Kysely<Database>, user: UserAtTime, selector: DramaSelector) =>
  toUnlockableEpisodes(await db.selectNoFrom(selectUnlockableEpisodes(db, user, selector)).executeTakeFirstOrThrow())
