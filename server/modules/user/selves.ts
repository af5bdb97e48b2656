import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

/** The user and every visitor that became part of them. */
export async function selvesOf(db: Kysely<Database>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive selves as (
      select id from users where id = ${userId}
      union select users.id from users join selves on users.merged_into = selves.id
    ) select id from selves order by id`.execute(db)
  return rows.map(({ id }) => id)
}
