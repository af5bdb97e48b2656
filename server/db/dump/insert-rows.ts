import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema/schema.js'
import type { DumpTable } from './dump-format.js'

/** `rows` are lines of a dump. The types of the columns must come from this database's catalogue. */
export async function insertRows(
  connection: Kysely<Database>,
  { name, columns }: DumpTable,
  rows: string[]
): Promise<void> {
  const names = sql.join(columns.map(column => sql.ref(column.name)))
  const values = sql.join(columns.map(({ type }, index) => sql`(line ->> ${sql.lit(index)})::${sql.raw(type)}`))
  await sql`insert into ${sql.table(name)} (${names}) overriding system value
    select ${values} from jsonb_array_elements(${`[${rows.join()}]`}::jsonb) as line`.execute(connection)
}
