// The same facts as files, and a hundred times as many of them.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../server/db/schema/schema.js'
import { systemRandom } from '../../../server/lib/random.js'
import { quoteLiteral } from '../../../server/modules/report/archive/duckdb.js'
import type { FactArchive } from '../../../server/modules/report/archive/fact-archive.js'
import { factColumnText } from '../../../server/modules/report/archive/fact-columns.js'
import { formatFileName } from '../../../server/modules/report/archive/fact-store.js'
import { selectFiles } from '../../../server/modules/report/archive/fact-table.js'
import { mergeFactFiles, writeQueuedFacts } from '../../../server/modules/report/archive/write-facts.js'
import { SLOT_MS } from '../../../server/modules/report/metrics.js'

/** Facts of a file that was merged. */
const FACTS_PER_FILE = 4_000_000

export interface WrittenFiles {
  files: number
  facts: number
  bytes: number
}

/** Writes what is queued, then merges the files as on the next day. */
export async function writeArchive(db: Kysely<Database>, archive: FactArchive): Promise<WrittenFiles> {
  const options = { db, archive, random: systemRandom }
  while ((await writeQueuedFacts(options)) > 0);
  await sql`update report_fact_queue set queued_at = now() - interval '2 hours'`.execute(db)
  while ((await writeQueuedFacts(options)) > 0);
  await sql`update report_fact_files set created_at = now() - interval '2 days'`.execute(db)
  await mergeFactFiles(options)
  return countFiles(db)
}

/**
 * Repeats all facts `copies` times in new files, each at another moment of its quarter of an hour: the same report, times
 * `copies`.
 */
export async function repeatArchive(
  db: Kysely<Database>,
  { store, duckDb }: FactArchive,
  copies: number
): Promise<WrittenFiles> {
  const files = await db.selectFrom('report_fact_files').selectAll().execute()
  const paths = await Promise.all(files.map(file => store.open(file)))
  const facts = files.reduce((sum, file) => sum + file.facts, 0)
  const firstAt = Math.min(...files.map(file => file.first_at.getTime()))
  const lastAt = Math.max(...files.map(file => file.last_at.getTime()))
  const perFile = Math.max(1, Math.round(FACTS_PER_FILE / facts))
  await db.deleteFrom('report_fact_files').execute()
  for (let made = 0; made < copies; made += perFile) {
    const count = Math.min(perFile, copies - made)
    const id = systemRandom.bytes(16).toString('hex')
    const path = join(store.folder, id)
    await duckDb.connect(connection =>
      connection.run(`copy (
        select * replace (to_timestamp(floor(epoch("at") * 1000 / ${SLOT_MS}) * ${SLOT_MS / 1000} + random() * ${SLOT_MS / 1000 - 1}) as "at")
        from (select ${factColumnText} from ${selectFiles(paths)}) cross join range(${count}) order by lpid, "at"
      ) to ${quoteLiteral(path)} (format parquet, parquet_version v2, compression zstd)`)
    )
    const name = formatFileName('2026-01-01', id)
    const digest = await store.write(name, path)
    // As wide as the files that were repeated: an event may be at any moment of its quarter of an hour.
    const times = { first_at: new Date(firstAt - SLOT_MS), last_at: new Date(lastAt + SLOT_MS), created_at: new Date() }
    await db
      .insertInto('report_fact_files')
      .values({ name, facts: facts * count, ...times, ...digest })
      .execute()
  }
  for (const path of paths) await rm(path)
  return countFiles(db)
}

async function countFiles(db: Kysely<Database>): Promise<WrittenFiles> {
  const { rows } = await sql<WrittenFiles>`select count(*)::integer as files, sum(facts)::integer as facts,
    sum(bytes)::double precision as bytes from report_fact_files`.execute(db)
  const [written] = rows
  if (written === undefined) throw new Error('nothing was counted')
  return written
}
