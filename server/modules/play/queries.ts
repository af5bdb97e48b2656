import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema.js'
import { transaction } from '../../db/transaction.js'

/** An episode with its drama, whether or not they are online. */
export function episodeWithDrama(db: Kysely<Database>, episodeId: string) {
  return db
    .selectFrom('episodes')
    .innerJoin('dramas', 'dramas.id', 'episodes.drama_id')
    .selectAll('episodes')
    .select(['dramas.free_count', 'dramas.default_price', 'dramas.status as drama_status'])
    .where('episodes.id', '=', episodeId)
    .executeTakeFirst()
}

/** Ids of the drama's episodes that the user paid for and was not paid back. */
export async function unlockedIds(db: Kysely<Database>, userId: string, dramaId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('unlocks')
    .select('episode_id')
    .where('user_id', '=', userId)
    .where('drama_id', '=', dramaId)
    .where('refunded_at', 'is', null)
    .execute()
  return new Set(rows.map(row => row.episode_id))
}

/** When the pass that is active at this time ends, or null. */
export async function passEnd(db: Kysely<Database>, userId: string, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('passes')
    .select('ends_at')
    .where('user_id', '=', userId)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .where('revoked_at', 'is', null)
    .orderBy('ends_at', 'desc')
    .executeTakeFirst()
  return row?.ends_at ?? null
}

/** The user's positions in the episodes of a drama. */
export function episodeProgress(db: Kysely<Database>, userId: string, dramaId: string) {
  return db
    .selectFrom('episode_progress')
    .select(['episode_id', 'position_s', 'finished'])
    .where('user_id', '=', userId)
    .where('drama_id', '=', dramaId)
    .execute()
}

/** Where the user stopped in a drama. */
export function dramaProgress(db: Kysely<Database>, userId: string, dramaId: string) {
  return db
    .selectFrom('drama_progress')
    .select(['episode_no', 'position_s'])
    .where('user_id', '=', userId)
    .where('drama_id', '=', dramaId)
    .executeTakeFirst()
}

/** A position to save. */
export interface ProgressChange {
  userId: string
  dramaId: string
  episodeId: string
  episodeNo: number
  positionSeconds: number
  durationSeconds: number
  isFinished: boolean
  now: Date
}

/** Saves a position for the episode and for the drama; the newest wins, and what was finished stays finished. */
export async function saveProgress(db: Kysely<Database>, change: ProgressChange): Promise<void> {
  const key = { user_id: change.userId, drama_id: change.dramaId }
  const position = { position_s: change.positionSeconds, updated_at: change.now }
  await transaction(db, async trx => {
    await trx
      .insertInto('episode_progress')
      .values({ ...key, ...position, episode_id: change.episodeId, finished: change.isFinished })
      .onConflict(conflict =>
        conflict
          .columns(['user_id', 'episode_id'])
          .doUpdateSet({ ...position, finished: sql`episode_progress.finished or excluded.finished` })
          .where('episode_progress.updated_at', '<=', change.now)
      )
      .execute()
    const place = { ...position, episode_no: change.episodeNo, duration_s: change.durationSeconds }
    await trx
      .insertInto('drama_progress')
      .values({ ...key, ...place })
      .onConflict(conflict =>
        conflict
          .columns(['user_id', 'drama_id'])
          .doUpdateSet(place)
          .where('drama_progress.updated_at', '<=', change.now)
      )
      .execute()
  })
}
