import { type Kysely, sql } from 'kysely'
import { findUnknownMigration, migrateOnConnection } from '../migrate.js'
import type { Database } from '../schema/schema.js'
import {
  createTableDigest,
  DumpError,
  type DumpFooter,
  type DumpHeader,
  type DumpTable,
  type TableDigest
} from './dump-format.js'
import { insertRows } from './insert-rows.js'
import { readDump } from './read-dump.js'
import { digestTables, findFirstRelation, readTables, setTextFormats } from './read-tables.js'

export interface FilledDatabase {
  tables: Readonly<Record<string, TableDigest>>
  /** Tables of the dump that this software does not have: somebody else's, in the same schema. */
  foreignTables: readonly string[]
}

/**
 * Fills an empty database in one transaction, brings it to the newest migration, and commits after `beforeCommit`.
 * Throws DumpError if the database is not empty, or not what the dump says.
 */
export async function fillDatabase<Result>(
  db: Kysely<Database>,
  text: AsyncIterable<string>,
  beforeCommit: (connection: Kysely<Database>, filled: FilledDatabase) => Promise<Result>
): Promise<Result> {
  return db.connection().execute(async connection => {
    await sql`begin`.execute(connection)
    try {
      const existing = await findFirstRelation(connection)
      if (existing !== null) throw new DumpError(`the database is not empty: it has “${existing}”`)
      const result = await beforeCommit(connection, await loadDump(connection, text))
      await sql`commit`.execute(connection)
      return result
    } catch (error) {
      // A lost connection has no transaction any more.
      await sql`rollback`.execute(connection).catch(() => undefined)
      throw error
    }
  })
}

async function loadDump(connection: Kysely<Database>, text: AsyncIterable<string>): Promise<FilledDatabase> {
  let targets = new Map<string, DumpTable>()
  const digests = new Map<string, ReturnType<typeof createTableDigest>>()
  let footer: DumpFooter | null = null
  for await (const part of readDump(text)) {
    if (part.type === 'header') {
      targets = await prepareTables(connection, part.header)
      for (const { name } of part.header.tables) digests.set(name, createTableDigest())
    } else if (part.type === 'rows') {
      for (const row of part.rows) digests.get(part.table)?.add(row)
      const target = targets.get(part.table)
      if (target !== undefined) await insertRows(connection, target, part.rows)
    } else if (part.type === 'footer') footer = part.footer
  }
  const { tables = {}, sequences = [] } = footer ?? {}
  for (const [name, digest] of digests) compareDigests(name, tables[name], digest.read())
  const stored = await digestTables(connection, [...targets.values()])
  for (const [name, digest] of Object.entries(stored)) compareDigests(name, tables[name], digest)
  for (const { name, value, isCalled } of sequences)
    await sql`select setval(to_regclass(quote_ident(${name})), ${value}::bigint, ${isCalled})`.execute(connection)
  for (const name of targets.keys()) await sql`alter table ${sql.table(name)} enable trigger user`.execute(connection)
  await migrateOnConnection(connection)
  await sql`analyze`.execute(connection)
  return { tables: stored, foreignTables: [...digests.keys()].filter(name => !targets.has(name)) }
}

/** Creates the tables as they were when the dump was made. Returns them with the columns of the dump. */
async function prepareTables(connection: Kysely<Database>, header: DumpHeader): Promise<Map<string, DumpTable>> {
  const unknown = findUnknownMigration(header.migrations)
  if (unknown !== null) throw new DumpError(`the copy is of a newer version: this one does not know “${unknown}”`)
  await migrateOnConnection(connection, header.migrations.at(-1))
  await setTextFormats(connection)
  const dumped = new Map(header.tables.map(table => [table.name, table]))
  const targets = new Map<string, DumpTable>()
  for (const { name, columns } of await readTables(connection)) {
    const table = dumped.get(name)
    const isSame = table !== undefined && toColumnList(table) === toColumnList({ name, columns })
    if (!isSame) throw new DumpError(`the table “${name}” of the copy is not the one of this version`)
    // A trigger writes what the dump has already, or refuses a state that was reached step by step.
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(connection)
    targets.set(name, table)
  }
  const names = [...targets.keys()].map(name => sql.table(name))
  if (names.length > 0) await sql`truncate ${sql.join(names)}`.execute(connection)
  return targets
}

const toColumnList = ({ columns }: DumpTable) =>
  columns
    .map(({ name, type }) => `${name} ${type}`)
    .toSorted()
    .join()

function compareDigests(table: string, expected: TableDigest | undefined, found: TableDigest): void {
  if (expected?.rows === found.rows && expected.digest === found.digest) return
  throw new DumpError(
    `the table “${table}” is not what the copy says: ${found.rows} rows of ${expected?.rows ?? 0}, or other values`
  )
}
