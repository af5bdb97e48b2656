// What the rollups say of a period, with the facts that are in none yet: together they are exact at every moment.
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import {
  columns,
  DAYS_A_SPAN,
  fromFacts,
  type Metric,
  SLOTS_A_DAY,
  SLOTS_AN_HOUR,
  slotOfFact,
  summed
} from './metrics.js'
import type { Bucket } from './period.js'

/** What was counted under one key, of one currency; orders of tests apart. Numbers come as texts. */
export type Line = { currency: string; is_test: boolean } & Record<Metric, string>

/** Campaigns and the time that is asked about. */
export interface ReportSpan {
  lpids: readonly string[]
  start: number
  end: number
}

/**
 * All that is in the span, by quarter of an hour, without dramas. Where everything begins and ends at full hours of UTC,
 * as in most zones, hours are enough.
 */
function byTime({ lpids, start, end }: ReportSpan, isByHour: boolean): RawBuilder<unknown> {
  const slots = isByHour ? SLOTS_AN_HOUR : 1
  return sql`(
    select lpid, bucket * ${sql.lit(slots)} as slot, currency, is_test, ${columns} from report_rollups
      where grain = ${sql.lit(isByHour ? 'hour' : 'campaign')} and lpid in (${sql.join(lpids)})
      and bucket >= ${start / slots}::integer and bucket < ${end / slots}::integer
    union all
    select lpid, slot, currency, is_test, ${fromFacts} from (${tail({ lpids, start, end })}) facts group by 1, 2, 3, 4
  ) counted`
}

const isFullHour = (slot: number) => slot % SLOTS_AN_HOUR === 0
const isByHour = ({ start, end }: ReportSpan) => isFullHour(start) && isFullHour(end)

const tail = ({ lpids, start, end }: ReportSpan): RawBuilder<unknown> => sql`
  select *, ${slotOfFact} as slot from report_facts where lpid in (${sql.join(lpids)})
    and ${slotOfFact} >= ${start}::integer and ${slotOfFact} < ${end}::integer`

/** Everything of a span together. */
export async function totalLines(trx: Transaction<Database>, span: ReportSpan): Promise<Line[]> {
  const query = sql<Line>`select currency, is_test, ${summed} from ${byTime(span, isByHour(span))}
    group by 1, 2 order by 1, 2`
  return (await query.execute(trx)).rows
}

/** By campaign. */
export async function campaignLines(
  trx: Transaction<Database>,
  span: ReportSpan
): Promise<(Line & { lpid: string })[]> {
  const query = sql<
    Line & { lpid: string }
  >`select lpid, currency, is_test, ${summed} from ${byTime(span, isByHour(span))}
    group by 1, 2, 3 order by 2, 3`
  return (await query.execute(trx)).rows
}

/** By buckets that follow each other; `place` is that of the bucket. */
export async function bucketLines(
  trx: Transaction<Database>,
  lpids: readonly string[],
  buckets: readonly Bucket[]
): Promise<(Line & { place: number })[]> {
  const [first] = buckets
  const last = buckets.at(-1)
  if (first === undefined || last === undefined) return []
  const areHours = buckets.every(({ start }) => isFullHour(start)) && isFullHour(last.end)
  const starts = JSON.stringify(buckets.map(({ start }) => start))
  const query = sql<Line & { place: number }>`
    select width_bucket(slot, array(select value::integer from jsonb_array_elements_text(${starts}::jsonb))) - 1 as place,
      currency, is_test, ${summed}
    from ${byTime({ lpids, start: first.start, end: last.end }, areHours)} group by 1, 2, 3 order by 2, 3`
  return (await query.execute(trx)).rows
}

/** What was counted for a drama or an episode; the empty id stands for what belongs to none. */
export type PlaceLine = Line & { drama_id: string; episode_no: number }

interface SpanPart {
  grain: string
  start: number
  end: number
}

/** The grains of episodes from the smallest; how many of one are the next. */
const episodeGrains = [
  { grain: 'episode', aNext: SLOTS_A_DAY },
  { grain: 'day', aNext: DAYS_A_SPAN },
  { grain: 'span', aNext: Number.POSITIVE_INFINITY }
]

/** A time in as few buckets as can be: what lies whole in a larger one is left to that. */
function piecesOf(start: number, end: number, level = 0): SpanPart[] {
  const { grain, aNext } = episodeGrains[level] as (typeof episodeGrains)[number]
  const first = Math.ceil(start / aNext)
  const last = Math.floor(end / aNext)
  if (!Number.isFinite(aNext) || first >= last) return start < end ? [{ grain, start, end }] : []
  const edges = [
    { grain, start, end: first * aNext },
    { grain, start: last * aNext, end }
  ]
  return [...edges.filter(edge => edge.start < edge.end), ...piecesOf(first, last, level + 1)]
}

/** By drama or episode, in their order, after a key: as much as can be in large parts, the edges in small ones. */
export async function placeLines(
  trx: Transaction<Database>,
  { lpids, start, end }: ReportSpan,
  { isByEpisode, after, most }: { isByEpisode: boolean; after: [string, number] | null; most: number }
): Promise<PlaceLine[]> {
  const pieces = piecesOf(start, end).map(
    piece => sql`select drama_id, episode_no, currency, is_test, ${columns} from report_rollups
      where grain = ${sql.lit(piece.grain)} and lpid in (${sql.join(lpids)})
      and bucket >= ${piece.start}::integer and bucket < ${piece.end}::integer`
  )
  const key = isByEpisode ? sql`drama_id, episode_no` : sql`drama_id, 0 as episode_no`
  const [drama, no] = after ?? ['', -1]
  const query = sql<PlaceLine>`select * from (
      select *, dense_rank() over (order by drama_id, episode_no) as rank from (
        select ${key}, currency, is_test, ${summed} from (
          ${sql.join(pieces, sql` union all `)}
          union all
          select drama_id, episode_no, currency, is_test, ${fromFacts}
            from (${tail({ lpids, start, end })}) facts group by 1, 2, 3, 4
        ) counted group by 1, 2, 3, 4
      ) places where (drama_id, episode_no) > (${drama}::text, ${no}::integer)
    ) ranked where rank <= ${most} order by drama_id, episode_no, currency, is_test`
  return (await query.execute(trx)).rows
}
