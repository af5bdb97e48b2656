import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { PlaybackCount, PlaybackMeasure } from '../playback/playback-measures.js'
import {
  factMetrics,
  metricColumns,
  metricNames,
  type ReportMetric,
  SLOTS_PER_HOUR,
  slotOfFact
} from '../report/metrics.js'
import type { ReportLine } from '../report/rollup-queries.js'

/**
 * Quarters of an hour since 1970, `end` is excluded. `until` may lie within a quarter, of which the sums until then have
 * a part.
 */
export interface DaySpan {
  start: number
  end: number
  until: number
}

/** Sums of an hour since the start of the day. */
interface HourLine<Line> {
  hour: number
  line: Line
  /** The part of it that lies before `until`. */
  lineUntil: Line
}

export interface PlaybackLine {
  measure: PlaybackMeasure
  kind: string
  bucket: number
  count: number
  total: number
}

export interface DayLines {
  counts: HourLine<ReportLine>[]
  playback: HourLine<PlaybackLine>[]
}

/** With more facts that wait for their roll-up, the oldest ones are not counted yet. */
const MAX_PENDING_FACTS = 20_000

/** Over all campaigns and the viewers without one. `pending` is what this server has not stored yet. */
export async function readDayLines(
  db: Kysely<Database>,
  spans: readonly DaySpan[],
  pending: readonly PlaybackCount[]
): Promise<DayLines[]> {
  const counts = await readCounts(db, spans)
  const playback = await readPlayback(db, spans)
  return spans.map((span, day) => ({
    counts: counts.filter(row => row.day === day).map(toCountLine),
    playback: [...playback.filter(row => row.day === day).map(toPlaybackLine), ...pendingLines(span, pending)]
  }))
}

const UNTIL_PREFIX = 'until_'

// Sums of double precision, because those of bigint are of numeric, which takes twice as long. They are exact up to 2^53.
type CountRow = ReportLine & { day: number; hour: number } & Record<string, string | number | boolean>

/** A part of a payment would be an amount that nobody paid: those of a quarter count as a whole or not at all. */
const WHOLE_METRICS: readonly ReportMetric[] = ['purchases', 'coins_sold', 'revenue', 'refunds', 'refunded']
const toPart = (name: ReportMetric) => (WHOLE_METRICS.includes(name) ? 'floor(part + 0.5)' : 'part')

const sums = sql.raw(
  metricNames
    .map(
      name =>
        `sum(${name}::double precision) as ${name}, round(sum(${name} * ${toPart(name)})) as ${UNTIL_PREFIX}${name}`
    )
    .join(', ')
)

/** Rows of `days` with the part of a slot that lies before the end of what counts. */
const joinDays = (spans: readonly DaySpan[]) => {
  const rows = spans.map(
    ({ start, end, until }, day) =>
      sql`(${day}::integer, ${start}::integer, ${end}::integer, ${until}::double precision)`
  )
  return sql`join (values ${sql.join(rows)}) as days (day, first_slot, end_slot, until_slot)
    on slot >= first_slot and slot < end_slot
    cross join lateral (select greatest(0, least(1, until_slot - slot))::double precision as part) as parts`
}

const hourOfDay = sql.raw(`(slot - first_slot) / ${SLOTS_PER_HOUR}`)

async function readCounts(db: Kysely<Database>, spans: readonly DaySpan[]): Promise<CountRow[]> {
  const first = Math.min(...spans.map(({ start }) => start))
  const end = Math.max(...spans.map(span => span.end))
  const { rows } = await sql<CountRow>`
    select day, ${hourOfDay} as hour, currency, is_test, ${sums} from (
      select bucket as slot, currency, is_test, ${metricColumns} from report_rollups
        where grain = 'all' and lpid = '' and bucket >= ${first}::integer and bucket < ${end}::integer
      union all
      select slot, currency, is_test, ${factMetrics} from (
        select *, ${slotOfFact} as slot from (
          select * from report_facts order by id desc limit ${sql.lit(MAX_PENDING_FACTS)}
        ) newest where kind not like 'late\\_%'
      ) facts where slot >= ${first}::integer and slot < ${end}::integer group by 1, 2, 3
    ) counted ${joinDays(spans)}
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

function toCountLine(row: CountRow): HourLine<ReportLine> {
  const until = metricNames.map(name => [name, `${row[`${UNTIL_PREFIX}${name}`]}`])
  return { hour: row.hour, line: row, lineUntil: { ...row, ...Object.fromEntries(until) } }
}

interface PlaybackRow {
  day: number
  hour: number
  measure: PlaybackMeasure
  kind: string
  bucket: number
  count: number
  total: number
  count_until: number
  total_until: number
}

async function readPlayback(db: Kysely<Database>, spans: readonly DaySpan[]): Promise<PlaybackRow[]> {
  const { rows } = await sql<PlaybackRow>`
    select day, ${hourOfDay} as hour, measure, kind, bucket, sum(count::double precision) as count, sum(total::double precision) as total,
      sum(count * part) as count_until, sum(total * part) as total_until
    from playback_rollups ${joinDays(spans)}
    group by 1, 2, 3, 4, 5`.execute(db)
  return rows
}

function toPlaybackLine({ hour, measure, kind, bucket, ...row }: PlaybackRow): HourLine<PlaybackLine> {
  const key = { measure, kind, bucket }
  return {
    hour,
    line: { ...key, count: row.count, total: row.total },
    lineUntil: { ...key, count: row.count_until, total: row.total_until }
  }
}

function pendingLines({ start, end }: DaySpan, pending: readonly PlaybackCount[]): HourLine<PlaybackLine>[] {
  return pending
    .filter(({ slot }) => slot >= start && slot < end)
    .map(({ slot, ...line }) => ({ hour: Math.floor((slot - start) / SLOTS_PER_HOUR), line, lineUntil: line }))
}
