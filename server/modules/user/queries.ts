import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { isBeforeKey } from '../../lib/cursor.js'
import { cardColumns } from '../catalogue/drama-response.js'

export async function hasUnlocks(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('unlocks')
    .select('episode_id')
    .where('user_id', '=', userId)
    .where('refunded_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export function readUser(db: Kysely<Database>, userId: string) {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
}

/** Blocks sign-ins, charges and changes of limits of this user until the transaction ends. */
export async function lockUser(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

export type WatchHistoryCursor = readonly [Date, string]

export function readWatchedDramas(
  db: Kysely<Database>,
  userId: string,
  after: WatchHistoryCursor | null,
  limit: number
) {
  return db
    .selectFrom('drama_progress')
    .innerJoin('dramas', 'dramas.id', 'drama_progress.drama_id')
    .select(cardColumns)
    .select(['drama_progress.episode_no', 'drama_progress.position_s', 'drama_progress.duration_s'])
    .select('drama_progress.updated_at as watched_at')
    .where('drama_progress.user_id', '=', userId)
    .where('dramas.status', '=', 'online')
    .$if(after !== null, query =>
      query.where(isBeforeKey(['drama_progress.updated_at', 'drama_progress.drama_id'], after ?? []))
    )
    .orderBy('drama_progress.updated_at', 'desc')
    .orderBy('drama_progress.drama_id', 'desc')
    .limit(limit)
    .execute()
}

export type WatchedDrama = Awaited<ReturnType<typeof readWatchedDramas>>[number]

export async function deleteWatchHistory(
  db: Kysely<Database>,
  userId: string,
  dramaIds: readonly string[] | null
): Promise<number> {
  return transaction(db, async trx => {
    await trx
      .deleteFrom('episode_progress')
      .where('user_id', '=', userId)
      .$if(dramaIds !== null, query => query.where('drama_id', 'in', [...(dramaIds ?? [])]))
      .execute()
    const { numDeletedRows } = await trx
      .deleteFrom('drama_progress')
      .where('user_id', '=', userId)
      .$if(dramaIds !== null, query => query.where('drama_id', 'in', [...(dramaIds ?? [])]))
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}

export interface ProfileChange {
  nickname?: string | undefined
  locale?: string | undefined
}

export function changeProfile(db: Kysely<Database>, userId: string, change: ProfileChange) {
  return db.updateTable('users').set(change).where('id', '=', userId).returningAll().executeTakeFirstOrThrow()
}

export async function readMergedUserIds(db: Kysely<Database>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive selves as (
      select id from users where id = ${userId}
      union select users.id from users join selves on users.merged_into = selves.id
    ) select id from selves order by id`.execute(db)
  return rows.map(({ id }) => id)
}
