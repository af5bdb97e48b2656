import { type Kysely, sql } from 'kysely'
import { isTransactionConflict } from './database-error.js'

/** Of a table that can have millions of rows. Each million takes seconds, in which a plain `create index` lets nobody write. */
export interface LargeIndex {
  name: string
  table: string
  isUnique?: boolean
  /** What follows the table: columns and condition. */
  rows: string
}

/** Smaller tables are indexed within a migration: about a tenth of a second for each index. */
const LARGE_BYTES = 8 * 1024 * 1024
const POLL_MS = 500

const toStatement = ({ name, table, isUnique = false, rows }: LargeIndex, mode: '' | 'concurrently') =>
  sql.raw(`create ${isUnique ? 'unique ' : ''}index ${mode} if not exists ${name} on ${table} ${rows}`)

/**
 * For migrations: creates what was not built before them. Asks first, because `if not exists` would stop all writes to the
 * table until the migration has ended.
 */
export async function createIndexes<Tables>(db: Kysely<Tables>, indexes: readonly LargeIndex[]): Promise<void> {
  for (const index of indexes) {
    const { rows } = await sql`select where to_regclass(${index.name}) is null`.execute(db)
    if (rows.length > 0) await toStatement(index, '').execute(db)
  }
}

/**
 * Builds indexes of large tables while others write. Several servers may call it at once: one of them builds, and all
 * return once the index can be used.
 */
export async function buildIndexesConcurrently<Tables>(
  db: Kysely<Tables>,
  indexes: readonly LargeIndex[]
): Promise<void> {
  for (const index of indexes) await buildIndex(db, index)
}

async function buildIndex<Tables>(db: Kysely<Tables>, index: LargeIndex): Promise<void> {
  for (;;) {
    const { isLarge, isBuilding, isValid } = await readState(db, index)
    if (!isLarge || isValid === true) return
    if (isBuilding) {
      await new Promise(resolve => setTimeout(resolve, POLL_MS))
      continue
    }
    // Of a server that was stopped meanwhile.
    if (isValid === false) await sql`drop index concurrently if exists ${sql.ref(index.name)}`.execute(db)
    try {
      await toStatement(index, 'concurrently').execute(db)
    } catch (error) {
      // Two builds on one table wait for each other, and the database ends one of them.
      if (!isTransactionConflict(error)) throw error
    }
  }
}

interface IndexState {
  isLarge: boolean
  isBuilding: boolean
  /** Null without the index. */
  isValid: boolean | null
}

async function readState<Tables>(db: Kysely<Tables>, { name, table }: LargeIndex): Promise<IndexState> {
  const { rows } = await sql<IndexState>`
    select coalesce(pg_relation_size(to_regclass(${table})), 0) > ${sql.lit(LARGE_BYTES)} as "isLarge",
      exists (select from pg_stat_progress_create_index where relid = to_regclass(${table})) as "isBuilding",
      (select indisvalid from pg_index where indexrelid = to_regclass(${name})) as "isValid"
  `.execute(db)
  const [state] = rows
  if (state === undefined) throw new Error('the database does not know its tables')
  return state
}
