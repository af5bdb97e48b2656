// Rollups by source have only what was counted with a source; what is left of the others belongs to no source.
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { ReportGrouping } from './dimensions.js'
import {
  DAYS_PER_ROLLUP_SPAN,
  factMetrics,
  hasMetrics,
  metricColumns,
  negatedMetrics,
  SLOTS_PER_DAY,
  SLOTS_PER_HOUR,
  sourceFactMetrics,
  summedMetrics
} from './metrics.js'
import type { ReportPeriodBucket } from './period.js'
import { type ReportLine, type ReportSpan, selectLateFacts, selectPendingFacts } from './rollup-queries.js'
import { type KeyColumn, positionsOf, type RowKey, selectKey } from './row-keys.js'

export type KeyedLine = ReportLine & {
  bucket?: number
  lpid?: string
  drama_id?: string
  episode_no?: number
  utm_source?: string
  country?: string
}

/** Adjacent buckets of a part of the period, or none if the rows have no time. */
export interface KeyQuery {
  span: ReportSpan
  buckets: readonly ReportPeriodBucket[]
  columns: readonly KeyColumn[]
  after: RowKey | null
  limit: number
}

/** Returns lines with numbers only, of at most `limit` rows. */
export async function readKeyLines(
  trx: Transaction<Database>,
  grouping: ReportGrouping,
  { span, buckets, columns, after, limit }: KeyQuery
): Promise<KeyedLine[]> {
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const lineKey = sql`${names}, currency, is_test`
  const positions = positionsOf(columns.length + 2)
  const sumLines = (from: RawBuilder<unknown>, blank: ('utm_source' | 'country')[] = []) =>
    sql`select ${selectKey(columns, buckets, blank)}, currency, is_test, ${summedMetrics}
      from (${from}) counted group by ${positions}`
  const isBySource = grouping.isByUtmSource || grouping.isByCountry
  const blankKey = sql.join(
    columns.map(({ name }) => (name === 'utm_source' || name === 'country' ? sql`''::text` : sql.ref(name)))
  )
  const sources = isBySource
    ? sql`union all select ${lineKey}, ${metricColumns} from sourced
        union all select ${blankKey}, currency, is_test, ${negatedMetrics} from sourced`
    : sql``
  const query = sql<KeyedLine>`with ${
    isBySource ? sql`sourced as (${sumLines(selectSourced(grouping, span, buckets))}), ` : sql``
  } lines as (
      select ${lineKey}, ${summedMetrics} from (
        ${sumLines(selectAll(grouping, span, buckets), ['utm_source', 'country'])} ${sources}
      ) counted group by ${positions} having ${hasMetrics}
    )
    select * from (
      select *, dense_rank() over (order by ${names}) as rank from lines
      ${after === null ? sql`` : sql`where (${names}) > (${sql.join(after.map((value, index) => toKeyValue(value, columns[index])))})`}
    ) ranked where rank <= ${limit} order by ${lineKey}`
  return (await query.execute(trx)).rows
}

const toKeyValue = (value: string | number, column: KeyColumn | undefined) =>
  column?.type === 'small' ? sql`${value}::integer` : sql`${value}::text`

/** `start` and `end` count buckets of `slots` quarters of an hour. */
interface RollupPart {
  grain: string
  slots: number
  start: number
  end: number
}

function selectAll(
  grouping: ReportGrouping,
  span: ReportSpan,
  buckets: readonly ReportPeriodBucket[]
): RawBuilder<unknown> {
  const parts = listParts(grouping, span, buckets).map(
    ({
      grain,
      slots,
      start,
      end
    }) => sql`select bucket * ${sql.lit(slots)} as slot, lpid, drama_id, episode_no, currency,
        is_test, ${metricColumns} from report_rollups
      where grain = ${sql.lit(grain)} and lpid in (${sql.join(span.lpids)})
      and bucket >= ${start}::integer and bucket < ${end}::integer`
  )
  return sql`${sql.join(parts, sql` union all `)} union all
    select slot, lpid, drama_id, episode_no, currency, is_test, ${factMetrics}
    from (${selectPendingFacts(span)}) facts group by 1, 2, 3, 4, 5, 6`
}

function selectSourced(
  grouping: ReportGrouping,
  span: ReportSpan,
  buckets: readonly ReportPeriodBucket[]
): RawBuilder<unknown> {
  const hasSource = sql.join(
    [...(grouping.isByUtmSource ? ['utm_source'] : []), ...(grouping.isByCountry ? ['country'] : [])].map(
      name => sql`${sql.ref(name)} <> ''`
    ),
    sql` or `
  )
  const parts = listSourceParts(grouping, span, buckets).map(
    ({
      grain,
      slots,
      start,
      end
    }) => sql`select bucket * ${sql.lit(slots)} as slot, lpid, drama_id, episode_no, utm_source,
        country, currency, is_test, ${metricColumns} from report_source_rollups
      where grain = ${sql.lit(grain)} and lpid in (${sql.join(span.lpids)})
      and bucket >= ${start}::integer and bucket < ${end}::integer and (${hasSource})`
  )
  return sql`${sql.join(parts, sql` union all `)} union all
    select slot, lpid, drama_id, episode_no, utm_source, country, currency, is_test, ${sourceFactMetrics}
    from (${selectPendingFacts(span)} union all ${selectLateFacts(span)}) facts where ${hasSource}
    group by 1, 2, 3, 4, 5, 6, 7, 8`
}

const isFullHour = (slot: number) => slot % SLOTS_PER_HOUR === 0

const areFullHours = ({ start, end }: ReportSpan, buckets: readonly ReportPeriodBucket[]) =>
  isFullHour(start) && isFullHour(end) && buckets.every(bucket => isFullHour(bucket.start))

const toHours = (grain: string, { start, end }: ReportSpan): RollupPart => ({
  grain,
  slots: SLOTS_PER_HOUR,
  start: start / SLOTS_PER_HOUR,
  end: end / SLOTS_PER_HOUR
})
const toSlots = (grain: string, { start, end }: ReportSpan): RollupPart => ({ grain, slots: 1, start, end })

/** Chooses the rollups with the fewest rows. */
function listParts(
  { time, place }: ReportGrouping,
  span: ReportSpan,
  buckets: readonly ReportPeriodBucket[]
): RollupPart[] {
  if (place === null) return [areFullHours(span, buckets) ? toHours('hour', span) : toSlots('campaign', span)]
  return time === null ? splitTime(span, ['episode', 'day', 'span']) : [toSlots('episode', span)]
}

function listSourceParts(
  { time, place, isByUtmSource }: ReportGrouping,
  span: ReportSpan,
  buckets: readonly ReportPeriodBucket[]
): RollupPart[] {
  const name = isByUtmSource ? 'utm' : 'country'
  if (time !== null) return [areFullHours(span, buckets) ? toHours(`${name}_hour`, span) : toSlots('slot', span)]
  return splitTime(span, place === null ? ['slot', 'pair_day', 'pair_span'] : ['slot', `${name}_day`, `${name}_span`])
}

/** Splits the time into as few buckets as possible: small ones at the edges, larger ones between. */
function splitTime(
  { start, end }: ReportSpan,
  [slotGrain, dayGrain, spanGrain]: [string, string, string]
): RollupPart[] {
  const levels = [
    { grain: slotGrain, slots: 1 },
    { grain: dayGrain, slots: SLOTS_PER_DAY },
    { grain: spanGrain, slots: SLOTS_PER_DAY * DAYS_PER_ROLLUP_SPAN }
  ]
  const split = (from: number, to: number, level: number): RollupPart[] => {
    const { grain, slots } = levels[level] as (typeof levels)[number]
    const next = levels[level + 1]?.slots
    const first = next === undefined ? to : Math.ceil(from / next) * next
    const last = next === undefined ? to : Math.floor(to / next) * next
    const toPart = (partStart: number, partEnd: number) =>
      partStart < partEnd ? [{ grain, slots, start: partStart / slots, end: partEnd / slots }] : []
    if (next === undefined || first >= last) return toPart(from, to)
    return [...toPart(from, first), ...split(first, last, level + 1), ...toPart(last, to)]
  }
  return split(start, end, 0)
}
