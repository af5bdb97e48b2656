import { sql, type Transaction } from 'kysely'
import type { FactFile } from '../../../db/schema/partner-tables.js'
import type { Database } from '../../../db/schema/schema.js'
import { beforeTimeout } from '../../../lib/before-timeout.js'
import { timeOfSlot } from '../period.js'
import type { ReportLineReader } from '../report-line-reader.js'
import type { ReportSpan } from '../rollup-queries.js'
import { isArchiveOn } from './archive-state.js'
import { createArchivedLineReader, type LocalFactFile } from './archived-lines.js'
import type { FactArchive } from './fact-archive.js'
import { factColumns } from './fact-columns.js'
import { createFactTable, loadFacts } from './fact-table.js'

/** The facts of a span at one moment. `lists` are those that no file has yet, as JSON. */
export interface ArchivedFacts {
  files: FactFile[]
  lists: string[]
}

const MAX_WAITING_FACTS = 300_000

/** Returns null if the archive does not have the whole span, or more facts wait for a file than can be read at once. */
export async function findArchivedFacts(
  trx: Transaction<Database>,
  { lpids, start, end }: ReportSpan,
  maxWaiting = MAX_WAITING_FACTS
): Promise<ArchivedFacts | null> {
  const [from, to] = [new Date(timeOfSlot(start)), new Date(timeOfSlot(end))]
  const archive = await trx
    .selectFrom('report_archive')
    .select('since')
    .where('since', '<=', from)
    .where(isArchiveOn)
    .executeTakeFirst()
  if (archive === undefined) return null
  const { rows: excess } = await sql`select 1 from report_fact_queue order by no offset ${maxWaiting} limit 1`.execute(
    trx
  )
  if (excess.length > 0) return null
  const files = await trx
    .selectFrom('report_fact_files')
    .selectAll()
    .where('last_at', '>=', from)
    .where('first_at', '<', to)
    .execute()
  const selectFacts = (table: string) => sql`select ${factColumns} from ${sql.table(table)}
    where lpid in (${sql.join(lpids)}) and at >= ${from} and at < ${to}`
  const { rows } = await sql<{ list: string }>`select json_agg(fact)::text as list from (
      ${selectFacts('report_fact_queue')} union all ${selectFacts('report_facts')}
    ) fact having count(*) > 0`.execute(trx)
  return { files, lists: rows.map(({ list }) => list) }
}

/**
 * One report at a time; callers take turns. Throws if it takes longer than the archive's `readTimeoutMs`, and
 * MediaUnavailable if the bucket does not have a file.
 */
export function readArchive<Result>(
  { store, duckDb, reports, readTimeoutMs }: FactArchive,
  { caller, facts: { files, lists } }: { caller: string; facts: ArchivedFacts },
  read: (reader: ReportLineReader) => Promise<Result>
): Promise<Result> {
  const timeout = AbortSignal.timeout(readTimeoutMs)
  const reading = reports.run(
    [caller],
    async () => {
      const opened = await openAll(store, files)
      timeout.throwIfAborted()
      return duckDb.connect(async connection => {
        const interrupt = () => connection.interrupt()
        timeout.addEventListener('abort', interrupt)
        try {
          await createFactTable(connection)
          for (const list of lists) await loadFacts(connection, list)
          return await read(createArchivedLineReader(connection, opened))
        } finally {
          timeout.removeEventListener('abort', interrupt)
        }
      })
    },
    timeout
  )
  return beforeTimeout(reading, readTimeoutMs, () => new Error(`no report within ${readTimeoutMs} ms`))
}

async function openAll(store: FactArchive['store'], files: readonly FactFile[]): Promise<LocalFactFile[]> {
  const opened: LocalFactFile[] = []
  for (const file of files) opened.push({ ...file, path: await store.open(file) })
  return opened
}
