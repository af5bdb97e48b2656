import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../server/db/schema/schema.js'

/**
 * The rows of every table as sorted texts; without the tables of migrations and of the clock guard, whose times differ, and
 * without unlogged tables, which a crash empties.
 */
export function readEveryTable(db: Kysely<Database>): Promise<Record<string, string[]>> {
  return db.transaction().execute(async trx => {
    await sql`select set_config('TimeZone', 'UTC', true)`.execute(trx)
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relpersistence = 'p' and relname not like 'kysely_%' and relname <> 'clock_guard'`.execute(trx)
    const content: Record<string, string[]> = {}
    for (const { name } of rows) {
      const table = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} as t`.execute(trx)
      content[name] = table.rows.map(({ row }) => row).toSorted()
    }
    return content
  })
}
