import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'
import type { Random } from '../../../lib/random.js'
import { formatUtcDay } from '../../../lib/time-zone.js'
import { quoteLiteral } from './duckdb.js'
import type { FactArchive } from './fact-archive.js'
import { factColumns, factColumnText } from './fact-columns.js'
import { formatFileName } from './fact-store.js'
import { createFactTable, loadFacts, selectFiles } from './fact-table.js'

export interface FactWriteOptions {
  db: Kysely<Database>
  archive: FactArchive
  random: Random
}

export const FACTS_PER_FILE = 100_000
const READ_SIZE = 5_000

/**
 * Writes up to `limit` facts of the queue to a file, if so many wait or one has waited for an hour. Returns how many.
 * The file is listed in the transaction that takes its facts out of the queue, so that a report has each fact once.
 */
export async function writeQueuedFacts(
  { db, archive, random }: FactWriteOptions,
  limit = FACTS_PER_FILE
): Promise<number> {
  if (!(await isWriteDue(db, limit))) return 0
  return archive.duckDb.connect(async connection => {
    await createFactTable(connection)
    const numbers = await takeQueuedFacts(db, connection, limit)
    return writeFile(
      { db, archive, random },
      { connection, source: 'loaded_facts', createdAt: null },
      async (trx, facts) => {
        const { first, last } = numbers
        const taken = await sql`delete from report_fact_queue where no between ${first} and ${last}`.execute(trx)
        // Another server has written some of them, or one with a smaller number was committed after it was looked for.
        return Number(taken.numAffectedRows) === facts
      }
    )
  })
}

async function isWriteDue(db: Kysely<Database>, limit: number): Promise<boolean> {
  const { rows } = await sql`select 1 from report_fact_queue where queued_at <= now() - interval '1 hour'
      and no = (select min(no) from report_fact_queue)
    union all select 1 from (select 1 from report_fact_queue order by no offset ${limit - 1} limit 1) full_file`.execute(
    db
  )
  return rows.length > 0
}

async function takeQueuedFacts(db: Kysely<Database>, connection: DuckDBConnection, limit: number) {
  const numbers = { first: '0', last: '0' }
  for (let taken = 0; taken < limit; ) {
    const { rows } = await sql<{ facts: number; first: string; last: string; list: string }>`
      select count(*)::integer as facts, min(no) as first, max(no) as last, json_agg(fact)::text as list from (
        select no, ${factColumns} from report_fact_queue where no > ${numbers.last}
        order by no limit ${Math.min(READ_SIZE, limit - taken)}
      ) fact`.execute(db)
    const [page] = rows
    if (page === undefined || page.facts === 0) break
    await loadFacts(connection, page.list)
    if (taken === 0) numbers.first = page.first
    numbers.last = page.last
    taken += page.facts
  }
  return numbers
}

/** Undoes the transaction. */
class FactsChanged extends Error {}

const MAX_MERGED_FACTS = 4_000_000
const LARGE_FILE = 1_000_000

/**
 * Writes small files of a day (UTC) that is over as one. Their objects are removed a day later, because reports may
 * still read them. Returns how many files there are less.
 */
export async function mergeFactFiles(options: FactWriteOptions): Promise<number> {
  const { db, archive } = options
  const { rows: groups } = await sql<{ names: string[] }>`select array_agg(name) as names from (
      select name, day, (sum(facts) over (partition by day order by created_at, name) - facts) / ${MAX_MERGED_FACTS}::bigint as part
      from (
        select *, (created_at at time zone 'UTC')::date as day from report_fact_files
        where facts < ${LARGE_FILE} and created_at < date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
      ) small
    ) parts group by day, part having count(*) > 1 order by day limit 10`.execute(db)
  let fewer = 0
  for (const { names } of groups) {
    const files = await db.selectFrom('report_fact_files').selectAll().where('name', 'in', names).execute()
    const paths = await Promise.all(files.map(file => archive.store.open(file)))
    const expected = files.reduce((sum, { facts }) => sum + facts, 0)
    const createdAt = new Date(Math.max(...files.map(file => file.created_at.getTime())))
    const written = await archive.duckDb.connect(connection =>
      writeFile(options, { connection, source: selectFiles(paths), createdAt }, async (trx, facts) => {
        const taken = await trx.deleteFrom('report_fact_files').where('name', 'in', names).executeTakeFirst()
        return Number(taken.numDeletedRows) === names.length && facts === expected
      })
    )
    if (written > 0) fewer += names.length - 1
  }
  return fewer
}

interface FileContent {
  connection: DuckDBConnection
  /** Table of the facts in DuckDB. */
  source: string
  createdAt: Date | null
}

/** Returns 0, and nothing has changed, if `take` does not find the facts of `source` as they were. */
async function writeFile(
  { db, archive: { store }, random }: FactWriteOptions,
  { connection, source, createdAt }: FileContent,
  take: (trx: Transaction<Database>, facts: number) => Promise<boolean>
): Promise<number> {
  const id = random.bytes(16).toString('hex')
  await mkdir(store.folder, { recursive: true, mode: 0o700 })
  const path = join(store.folder, id)
  try {
    await connection.run(`copy (select ${factColumnText} from ${source} order by lpid, "at") to ${quoteLiteral(path)}
      (format parquet, parquet_version v2, compression zstd)`)
    const [content] = (
      await connection.runAndReadAll(`select count(*)::integer as facts, epoch_ms(min("at")) as first_ms,
        epoch_ms(max("at")) as last_ms from read_parquet(${quoteLiteral(path)})`)
    ).getRowObjects()
    const facts = Number(content?.facts)
    if (facts === 0) return 0
    const times = { first_at: new Date(Number(content?.first_ms)), last_at: new Date(Number(content?.last_ms)) }
    const name = formatFileName(formatUtcDay(times.first_at.getTime()), id)
    const digest = await store.write(name, path)
    // A file that is not listed in the end is removed a day later.
    await transaction(db, async trx => {
      if (!(await take(trx, facts))) throw new FactsChanged()
      const { bytes, sha256 } = digest
      await trx
        .insertInto('report_fact_files')
        .values({ name, facts, ...times, bytes, sha256, created_at: createdAt ?? sql<Date>`now()` })
        .execute()
    })
    return facts
  } catch (error) {
    if (error instanceof FactsChanged) return 0
    throw error
  } finally {
    await rm(path, { force: true })
  }
}
