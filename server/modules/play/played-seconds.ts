import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { readMergedUserIds } from '../user/queries.js'

export const MIN_PLAYED_SECONDS = 5

export async function readPlayedSeconds(
  db: Kysely<Database>,
  { userId, episodeId, since }: { userId: string; episodeId: string; since: Date }
): Promise<number> {
  const row = await db
    .selectFrom('watch_beats')
    .select(({ fn }) => fn.sum<number | null>('played_s').as('seconds'))
    .where('user_id', 'in', await readMergedUserIds(db, userId))
    .where('episode_id', '=', episodeId)
    .where('at', '>=', since)
    .executeTakeFirst()
  return Number(row?.seconds ?? 0)
}
