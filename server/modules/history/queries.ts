import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { isBeforeKey } from '../../lib/cursor.js'
import { cardColumns } from '../catalogue/drama-response.js'

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
