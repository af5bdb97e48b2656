import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { isBeforeKey } from '../../lib/cursor.js'
import { cardColumns } from '../catalogue/drama-response.js'

export const selectFavorite = (db: Kysely<Database>, userId: string, dramaId: string) =>
  db.selectFrom('favorites').select('drama_id').where('user_id', '=', userId).where('drama_id', '=', dramaId)

export const selectFavoriteCount = (db: Kysely<Database>, dramaId: string) =>
  db.selectFrom('dramas').select('favorite_count').where('id', '=', dramaId)

export async function readFavoriteCount(db: Kysely<Database>, dramaId: string): Promise<number> {
  const row = await selectFavoriteCount(db, dramaId).executeTakeFirst()
  return Number(row?.favorite_count ?? 0)
}

export async function setFavorite(
  db: Kysely<Database>,
  { userId, dramaId, isOn, now }: { userId: string; dramaId: string; isOn: boolean; now: Date }
): Promise<number> {
  return transaction(db, async trx => {
    const key = { user_id: userId, drama_id: dramaId }
    const changed = isOn
      ? await trx
          .insertInto('favorites')
          .values({ ...key, created_at: now })
          .onConflict(conflict => conflict.doNothing())
          .returning('drama_id')
          .execute()
      : await trx
          .deleteFrom('favorites')
          .where('user_id', '=', userId)
          .where('drama_id', '=', dramaId)
          .returning('drama_id')
          .execute()
    const change = (isOn ? 1 : -1) * changed.length
    if (change !== 0) {
      await trx
        .updateTable('dramas')
        .set({ favorite_count: sql`greatest(0, favorite_count + ${change})` })
        .where('id', '=', dramaId)
        .execute()
    }
    return readFavoriteCount(trx, dramaId)
  })
}

export type FavoriteCursor = readonly [Date, string]

export function readFavoriteDramas(db: Kysely<Database>, userId: string, after: FavoriteCursor | null, limit: number) {
  return db
    .selectFrom('favorites')
    .innerJoin('dramas', 'dramas.id', 'favorites.drama_id')
    .select(cardColumns)
    .select('favorites.created_at as kept_at')
    .where('favorites.user_id', '=', userId)
    .where('dramas.status', '=', 'online')
    .$if(after !== null, query => query.where(isBeforeKey(['favorites.created_at', 'favorites.drama_id'], after ?? [])))
    .orderBy('favorites.created_at', 'desc')
    .orderBy('favorites.drama_id', 'desc')
    .limit(limit)
    .execute()
}
