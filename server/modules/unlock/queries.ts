import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { campaignLimitFor, freeAccessIn } from '../campaign/free-access.js'
import { passesAt } from '../pass/vip.js'
import { type EpisodeAccess, episodeAccessOf } from '../play/episode-access-rules.js'
import { unlockedEpisodeIds } from '../play/queries.js'

/**
 * Where the episodes of a drama stand for a user; `isLimited` where they have ever set a limit on what they spend,
 * `campaignLimit` what their campaign allows in a day.
 */
export interface UnlockableEpisodes {
  dramaId: string
  standings: EpisodeAccess[]
  isLimited: boolean
  campaignLimit: number | null
}

/** For whom and when. */
export interface UserAtTime {
  userId: string
  now: Date
}

/** Which drama: by its own id, or as the one that an episode that is online belongs to. */
export type DramaOf = { dramaId: string } | { episodeId: string }

/** The online episodes of an online drama by number, for a user; null where there are none. All in one statement. */
export async function unlockableEpisodes(
  db: Kysely<Database>,
  { userId, now }: UserAtTime,
  of: DramaOf
): Promise<UnlockableEpisodes | null> {
  const wanted =
    'dramaId' in of
      ? sql<string>`${of.dramaId}`
      : sql<string>`(select drama_id from episodes where id = ${of.episodeId} and status = 'online')`
  const rows = await db
    .selectFrom('episodes')
    .innerJoin('dramas', 'dramas.id', 'episodes.drama_id')
    .select(['episodes.id', 'episodes.no', 'episodes.price'])
    .select(['episodes.drama_id', 'dramas.free_count', 'dramas.default_price'])
    .select(({ exists, selectFrom }) => [
      sql<boolean>`episodes.id = any(array ${unlockedEpisodeIds(db, userId, wanted)})`.as('is_unlocked'),
      exists(passesAt(db, userId, now)).as('has_pass'),
      exists(selectFrom('spending_limits').select('period').where('user_id', '=', userId)).as('is_limited'),
      ...freeAccessIn({ userId, dramaId: wanted, now }),
      campaignLimitFor({ userId, now })
    ])
    .where('episodes.drama_id', '=', wanted)
    .where('episodes.status', '=', 'online')
    .where('dramas.status', '=', 'online')
    .orderBy('episodes.no')
    .execute()
  const [first] = rows
  if (first === undefined) return null
  const { drama_id: dramaId, free_count: freeCount, default_price: defaultPrice, has_pass, is_limited } = first
  const { freeOverride, promoEpisodes } = first
  const unlockedIds = new Set(rows.flatMap(({ id, is_unlocked }) => (is_unlocked ? id : [])))
  const rights = { freeCount, freeOverride, promoEpisodes, defaultPrice, unlockedIds, hasPass: Boolean(has_pass) }
  const { campaignLimit } = first
  return { dramaId, standings: episodeAccessOf(rows, rights), isLimited: Boolean(is_limited), campaignLimit }
}
