import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import type { KeyedLine, KeyQuery } from '../key-queries.js'
import type { LineReader } from '../line-reader.js'
import {
  factMetricText,
  hasMetricText,
  metricNames,
  negatedMetricText,
  SLOT_MS,
  sourceFactMetricText,
  summedMetricText
} from '../metrics.js'
import { type ReportPeriodBucket, timeOfSlot } from '../period.js'
import type { ReportSpan } from '../rollup-queries.js'
import type { KeyColumn, RowKey } from '../row-keys.js'

interface LineQuery {
  span: ReportSpan
  columns: readonly KeyColumn[]
  buckets: readonly ReportPeriodBucket[]
  after: RowKey | null
  limit: number | null
}

/** `source` is a table of facts in DuckDB. */
export function createArchivedLineReader(connection: DuckDBConnection, source: string): LineReader {
  const readLines = async (query: LineQuery): Promise<KeyedLine[]> => {
    const { text, values } = createLineQuery(source, query)
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
 * A fact that got its source later counts for the source, and is taken off what has none. Facts are summed by quarter of
 * an hour before they are summed by bucket, because these are fewer rows.
 */
function createLineQuery(
  source: string,
  { span, columns, buckets, after, limit }: LineQuery
): { text: string; values: DuckDBValue[] } {
  const values: DuckDBValue[] = []
  const parameter = (value: DuckDBValue) => `$${values.push(value)}`
  const names = columns.map(({ name }) => name)
  const isBySource = names.some(isSourceColumn)
  const factKeys = [...names.map(name => (name === 'bucket' ? 'slot' : name)), 'currency', 'is_test']
  const blankKeys = factKeys.map(name => (isSourceColumn(name) ? `'' as ${name}` : name))
  const positions = factKeys.map((_, index) => index + 1)
  const lineKeys = [...names, 'currency', 'is_test']
  const selectCounts = (keys: readonly string[], metrics: string, condition = 'true') =>
    `select ${keys.join(', ')}, ${metrics} from facts where ${condition} group by ${positions.join(', ')}`
  const counts = isBySource
    ? `${selectCounts(factKeys, sourceFactMetricText)} union all
       select ${factKeys.join(', ')}, ${negatedMetricText}
       from (${selectCounts(blankKeys, sourceFactMetricText, `kind like 'late\\_%' escape '\\'`)}) late`
    : selectCounts(factKeys, factMetricText)
  const text = `with facts as (
      select *, floor(epoch("at") * 1000 / ${SLOT_MS})::integer as slot from ${source}
      where lpid in (${span.lpids.map(parameter).join(', ')})
        and "at" >= ${parameter(timeText(span.start))}::timestamptz and "at" < ${parameter(timeText(span.end))}::timestamptz
    ), counts as (${counts}), buckets as (
      select unnest(from_json(${parameter(JSON.stringify(buckets.map(({ start }) => start)))}, '["INTEGER"]')) as bucket
    ), lines as (
      select ${lineKeys.join(', ')}, ${summedMetricText}
      from counts ${names.includes('bucket') ? 'asof join buckets on slot >= bucket' : ''}
      group by ${positions.join(', ')} having ${hasMetricText}
    )
    select * exclude (rank) from (
      select *, dense_rank() over (${names.length === 0 ? '' : `order by ${names.join(', ')}`}) as rank from lines
      ${after === null ? '' : `where (${names.join(', ')}) > (${after.map(parameter).join(', ')})`}
    ) ranked where ${limit === null ? 'true' : `rank <= ${parameter(limit)}`} order by ${lineKeys.join(', ')}`
  return { text, values }
}

const isSourceColumn = (name: string) => name === 'utm_source' || name === 'country'

const timeText = (slot: number) => new Date(timeOfSlot(slot)).toISOString()
