import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

export interface ListedDrama {
  id: string
  episode_count: number
  updated_at: Date
}

export const findListedDramas = (db: Kysely<Database>): Promise<ListedDrama[]> =>
  db
    .selectFrom('dramas')
    .select(['id', 'episode_count', 'updated_at'])
    .where('status', '=', 'online')
    .orderBy('id')
    .execute()

/** The numbers of online episodes by drama id. */
export async function findEpisodeNumbers(db: Kysely<Database>, dramaIds: string[]): Promise<Map<string, number[]>> {
  const rows = await db
    .selectFrom('episodes')
    .select(['drama_id', sql<number[]>`array_agg(no order by no)`.as('numbers')])
    .where('drama_id', '=', sql<string>`any(${dramaIds}::text[])`)
    .where('status', '=', 'online')
    .groupBy('drama_id')
    .execute()
  return new Map(rows.map(({ drama_id, numbers }) => [drama_id, numbers]))
}
