import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema/schema.js'
import { createTableDigest, type DumpFooter, type DumpTable, type TableDigest } from './dump-format.js'

const ROWS_PER_FETCH = 500

/** Relations of the schema without those of extensions. */
const ownRelations = sql`pg_class where relnamespace = (select oid from pg_namespace where nspname = current_schema())
  and not exists (select 1 from pg_depend
    where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`

/** The first table, view or sequence of a database that should be empty. */
export async function findFirstRelation(db: Kysely<Database>): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select relname as name from ${ownRelations}
    and relkind in ('r', 'p', 'v', 'm', 'S', 'f') order by relkind = 'S', relname limit 1`.execute(db)
  return rows[0]?.name ?? null
}

interface CatalogueRow extends DumpTable {
  parents: string[]
}

/**
 * All tables but those of the migrations and of the clock guard, which belong to the database itself, and unlogged ones,
 * which a crash empties. Partitions are read with their table.
 */
export async function readTables(db: Kysely<Database>): Promise<DumpTable[]> {
  const { rows } = await sql<CatalogueRow>`select relname as name,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as columns,
      (select coalesce(json_agg(distinct parent.relname), '[]') from pg_constraint
        join pg_class parent on parent.oid = confrelid where contype = 'f' and conrelid = pg_class.oid
      ) as parents
    from ${ownRelations} and relkind in ('r', 'p') and relpersistence = 'p' and not relispartition
      and relname not in ('kysely_migration', 'kysely_migration_lock', 'clock_guard')
    order by relname`.execute(db)
  return sortByParents(rows).map(({ name, columns }) => ({ name, columns }))
}

function sortByParents(tables: readonly CatalogueRow[]): CatalogueRow[] {
  const sorted: CatalogueRow[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const waitingNames = new Set(waiting.map(({ name }) => name))
    const ready = waiting.filter(({ parents }) => !parents.some(parent => waitingNames.has(parent)))
    if (ready.length === 0) throw new Error(`foreign keys in a circle: ${[...waitingNames].join(', ')}`)
    sorted.push(...ready)
    waiting = waiting.filter(table => !ready.includes(table))
  }
  return sorted
}

/** Values as text are then the same in every database. Lasts until the transaction ends. */
export async function setTextFormats(db: Kysely<Database>): Promise<void> {
  await sql`select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, YMD', true),
    set_config('IntervalStyle', 'postgres', true), set_config('bytea_output', 'hex', true),
    set_config('extra_float_digits', '1', true), set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(db)
}

/** Needs a transaction, for its cursor. */
export async function* readRows(db: Kysely<Database>, { name, columns }: DumpTable): AsyncGenerator<string[]> {
  const texts = sql.join(columns.map(column => sql`${sql.ref(column.name)}::text`))
  await sql`declare dump_rows no scroll cursor for
    select array_to_json(array[${texts}])::text as line from ${sql.table(name)}`.execute(db)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(ROWS_PER_FETCH)} from dump_rows`.execute(db)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < ROWS_PER_FETCH) break
  }
  await sql`close dump_rows`.execute(db)
}

/** Needs a transaction with `setTextFormats`. */
export async function digestTables(
  db: Kysely<Database>,
  tables: readonly DumpTable[]
): Promise<Record<string, TableDigest>> {
  const digests: Record<string, TableDigest> = {}
  for (const table of tables) {
    const digest = createTableDigest()
    for await (const rows of readRows(db, table)) for (const row of rows) digest.add(row)
    digests[table.name] = digest.read()
  }
  return digests
}

export async function readSequences(db: Kysely<Database>): Promise<DumpFooter['sequences']> {
  const { rows } = await sql<{ name: string; value: string; is_called: boolean }>`select sequencename as name,
      coalesce(last_value, start_value)::text as value, last_value is not null as is_called
    from pg_sequences where schemaname = current_schema() order by sequencename`.execute(db)
  return rows.map(({ name, value, is_called }) => ({ name, value, isCalled: is_called }))
}
