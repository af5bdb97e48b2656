import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../server/db/schema/schema.js'

/** The rows of every table as sorted texts; without the tables of migrations and of the clock guard, whose times differ. */
export function readEveryTable(db: Kysely<Database>): Promise<Record<string, string[]>> {
  return db.transaction().execute(async trx => {
    await sql`select set_config('TimeZone', 'UTC', true)`.execute(trx)
    const { rows } = await sql<{ table_name: string }>`select table_name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not like 'kysely_%'
      and table_name <> 'clock_guard'`.execute(trx)
    const content: Record<string, string[]> = {}
    for (const { table_name: name } of rows) {
      const table = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} as t`.execute(trx)
      content[name] = table.rows.map(({ row }) => row).toSorted()
    }
    return content
  })
}
