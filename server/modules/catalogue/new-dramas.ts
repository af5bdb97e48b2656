import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

const NEW_DRAMA_MS = 14 * 24 * 3_600_000

export const isNew = (onlineAt: Date, now: Date) => now.getTime() - onlineAt.getTime() < NEW_DRAMA_MS

/** When the next drama stops being new, in epoch ms; Infinity if none is. */
export async function findNextEndOfNew(db: Kysely<Database>, now: Date): Promise<number> {
  const row = await db
    .selectFrom('dramas')
    .select(({ fn }) => fn.min('online_at').as('first'))
    .where('status', '=', 'online')
    .where('online_at', '>', new Date(now.getTime() - NEW_DRAMA_MS))
    .executeTakeFirst()
  return row?.first == null ? Number.POSITIVE_INFINITY : row.first.getTime() + NEW_DRAMA_MS
}
