import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import type { FactFile } from '../../../db/schema/partner-tables.js'
import type { KeyedLine, KeyQuery } from '../key-queries.js'
import {
  factGroupMetricText,
  hasMetricText,
  metricNames,
  negatedMetricText,
  SLOT_MS,
  sourceFactGroupMetricText,
  summedMetricText
} from '../metrics.js'
import { type ReportPeriodBucket, timeOfSlot } from '../period.js'
import type { ReportLineReader } from '../report-line-reader.js'
import type { ReportSpan } from '../rollup-queries.js'
import type { KeyColumn, RowKey } from '../row-keys.js'
import { quoteLiteral } from './duckdb.js'
import { factColumnText } from './fact-columns.js'
import { selectFiles } from './fact-table.js'

interface LineQuery {
  span: ReportSpan
  columns: readonly KeyColumn[]
  buckets: readonly ReportPeriodBucket[]
  after: RowKey | null
  limit: number | null
}

export interface LocalFactFile extends Pick<FactFile, 'first_at' | 'last_at'> {
  path: string
}

/** Reads the files and the table `loaded_facts`. */
export function createArchivedLineReader(
  connection: DuckDBConnection,
  files: readonly LocalFactFile[]
): ReportLineReader {
  const readLines = async (query: LineQuery): Promise<KeyedLine[]> => {
    const { text, values } = createLineQuery(files, query)
    const result = await connection.runAndReadAll(text, values)
    return result.getRowObjects().map(toLine)
  }
  const readAll = (span: ReportSpan, columns: KeyColumn[], buckets: readonly ReportPeriodBucket[] = []) =>
    readLines({ span, columns, buckets, after: null, limit: null })
  return {
    readTotalLines: span => readAll(span, []),
    readCampaignLines: async span =>
      (await readAll(span, [{ name: 'lpid', type: 'text' }])).map(line => ({ ...line, lpid: line.lpid ?? '' })),
    async readBucketLines(lpids, buckets) {
      const [first, last] = [buckets[0], buckets.at(-1)]
      if (first === undefined || last === undefined) return []
      const indexes = new Map(buckets.map(({ start }, index) => [start, index]))
      const span = { lpids, start: first.start, end: last.end }
      const lines = await readAll(span, [{ name: 'bucket', type: 'small' }], buckets)
      return lines.map(line => ({ ...line, bucket_index: indexes.get(line.bucket ?? -1) ?? -1 }))
    },
    readKeyLines: (_grouping, query: KeyQuery) => readLines(query)
  }
}

/** Postgres returns sums as text. */
function toLine(row: Record<string, DuckDBValue>): KeyedLine {
  const sums = metricNames.map(name => [name, `${row[name]}`])
  return { ...row, ...Object.fromEntries(sums) } as KeyedLine
}

/**
 * Facts are summed by kind and quarter of an hour first, because that leaves few rows. A fact that got its source later
 * counts for the source, and is taken off what has none.
 */
function createLineQuery(
  files: readonly LocalFactFile[],
  { span, columns, buckets, after, limit }: LineQuery
): { text: string; values: DuckDBValue[] } {
  const values: DuckDBValue[] = []
  const parameter = (value: DuckDBValue) => `$${values.push(value)}`
  const names = columns.map(({ name }) => name)
  const isBySource = names.some(isSourceColumn)
  const groupKeys = [...names.map(name => (name === 'bucket' ? SLOT : name)), 'currency', 'is_test']
  const keys = [...names.map(name => (name === 'bucket' ? 'slot' : name)), 'currency', 'is_test']
  const blankKeys = keys.map(name => (isSourceColumn(name) ? `'' as ${name}` : name))
  const positions = keys.map((_, index) => index + 1).join(', ')
  const lineKeys = [...names, 'currency', 'is_test']
  const counts = isBySource
    ? `select ${keys.join(', ')}, ${sourceFactGroupMetricText} from groups group by ${positions} union all
       select ${keys.join(', ')}, ${negatedMetricText} from (
         select ${blankKeys.join(', ')}, ${sourceFactGroupMetricText} from groups where starts_with(kind, 'late_')
         group by ${positions}
       ) late`
    : `select ${keys.join(', ')}, ${factGroupMetricText} from groups group by ${positions}`
  const text = `with groups as (
      select ${groupKeys.join(', ')}, kind, count(*) as facts, count_if(amount > 0) as positive_facts,
        sum(coins) as coins, sum(amount) as amount
      from (${selectFacts(files, span)}) facts where lpid in (${span.lpids.map(parameter).join(', ')})
      group by ${positions}, kind
    ), counts as (${counts}), buckets as (
      select unnest(from_json(${parameter(JSON.stringify(buckets.map(({ start }) => start)))}, '["INTEGER"]')) as bucket
    ), lines as (
      select ${lineKeys.join(', ')}, ${summedMetricText}
      from counts ${names.includes('bucket') ? 'asof join buckets on slot >= bucket' : ''}
      group by ${positions} having ${hasMetricText}
    )
    select * exclude (rank) from (
      select *, dense_rank() over (${names.length === 0 ? '' : `order by ${names.join(', ')}`}) as rank from lines
      ${after === null ? '' : `where (${names.join(', ')}) > (${after.map(parameter).join(', ')})`}
    ) ranked where ${limit === null ? 'true' : `rank <= ${parameter(limit)}`} order by ${lineKeys.join(', ')}`
  return { text, values }
}

/** Does not compare the times of files that lie in the span as a whole. */
function selectFacts(files: readonly LocalFactFile[], { start, end }: ReportSpan): string {
  const [from, to] = [timeOfSlot(start), timeOfSlot(end)]
  const isInside = (file: LocalFactFile) => file.first_at.getTime() >= from && file.last_at.getTime() < to
  const isOutside = (file: LocalFactFile) => file.last_at.getTime() < from || file.first_at.getTime() >= to
  const inside = files.filter(isInside)
  const cut = files.filter(file => !isInside(file) && !isOutside(file))
  const isInSpan = `"at" >= ${quoteLiteral(toTimeText(from))}::timestamptz and "at" < ${quoteLiteral(toTimeText(to))}::timestamptz`
  const select = (source: string, condition: string) => `select ${factColumnText} from ${source} where ${condition}`
  return [
    select('loaded_facts', isInSpan),
    ...(inside.length === 0 ? [] : [select(selectFiles(inside.map(({ path }) => path)), 'true')]),
    ...(cut.length === 0 ? [] : [select(selectFiles(cut.map(({ path }) => path)), isInSpan)])
  ].join(' union all ')
}

const toTimeText = (time: number) => new Date(time).toISOString()

const SLOT = `(epoch_us("at") // ${SLOT_MS * 1000})::integer as slot`

const isSourceColumn = (name: string) => name === 'utm_source' || name === 'country'
