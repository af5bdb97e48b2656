import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

/** What dramas are called at home. */
export async function titlesOf(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('dramas')
    .select(['id', 'title'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title.pt]))
}
