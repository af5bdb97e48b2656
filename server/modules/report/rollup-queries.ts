// Adds the facts that are not rolled up yet to the rollups, so that sums are exact at every moment.
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import {
  DAYS_PER_ROLLUP_SPAN,
  factMetrics,
  metricColumns,
  type ReportMetric,
  SLOTS_PER_DAY,
  SLOTS_PER_HOUR,
  slotOfFact,
  summedMetrics
} from './metrics.js'
import type { ReportPeriodBucket } from './period.js'

/** Sums of one currency, with test orders apart. Postgres returns the sums as text. */
export type ReportLine = { currency: string; is_test: boolean } & Record<ReportMetric, string>

export interface ReportSpan {
  lpids: readonly string[]
  start: number
  end: number
}

/** Reads hourly rollups if the span begins and ends at full hours of UTC, because these are fewer rows. */
function selectByTime({ lpids, start, end }: ReportSpan, isByHour: boolean): RawBuilder<unknown> {
  const slots = isByHour ? SLOTS_PER_HOUR : 1
  const pending = selectPendingFacts({ lpids, start, end })
  return sql`(
    select lpid, bucket * ${sql.lit(slots)} as slot, currency, is_test, ${metricColumns} from report_rollups
      where grain = ${sql.lit(isByHour ? 'hour' : 'campaign')} and lpid in (${sql.join(lpids)})
      and bucket >= ${start / slots}::integer and bucket < ${end / slots}::integer
    union all
    select lpid, slot, currency, is_test, ${factMetrics} from (${pending}) facts group by 1, 2, 3, 4
  ) counted`
}

const isFullHour = (slot: number) => slot % SLOTS_PER_HOUR === 0
const isByHour = ({ start, end }: ReportSpan) => isFullHour(start) && isFullHour(end)

const selectPendingFacts = ({ lpids, start, end }: ReportSpan): RawBuilder<unknown> => sql`
  select *, ${slotOfFact} as slot from report_facts where lpid in (${sql.join(lpids)})
    and ${slotOfFact} >= ${start}::integer and ${slotOfFact} < ${end}::integer`

export async function readTotalLines(trx: Transaction<Database>, span: ReportSpan): Promise<ReportLine[]> {
  const query = sql<ReportLine>`select currency, is_test, ${summedMetrics} from ${selectByTime(span, isByHour(span))}
    group by 1, 2 order by 1, 2`
  return (await query.execute(trx)).rows
}

export async function readCampaignLines(
  trx: Transaction<Database>,
  span: ReportSpan
): Promise<(ReportLine & { lpid: string })[]> {
  const query = sql<
    ReportLine & { lpid: string }
  >`select lpid, currency, is_test, ${summedMetrics} from ${selectByTime(span, isByHour(span))}
    group by 1, 2, 3 order by 2, 3`
  return (await query.execute(trx)).rows
}

/** The buckets must be adjacent; `bucket_index` is the index of a bucket. */
export async function readBucketLines(
  trx: Transaction<Database>,
  lpids: readonly string[],
  buckets: readonly ReportPeriodBucket[]
): Promise<(ReportLine & { bucket_index: number })[]> {
  const [first] = buckets
  const last = buckets.at(-1)
  if (first === undefined || last === undefined) return []
  const areHours = buckets.every(({ start }) => isFullHour(start)) && isFullHour(last.end)
  const starts = JSON.stringify(buckets.map(({ start }) => start))
  const query = sql<ReportLine & { bucket_index: number }>`
    select width_bucket(slot, array(select value::integer from jsonb_array_elements_text(${starts}::jsonb))) - 1 as bucket_index,
      currency, is_test, ${summedMetrics}
    from ${selectByTime({ lpids, start: first.start, end: last.end }, areHours)} group by 1, 2, 3 order by 2, 3`
  return (await query.execute(trx)).rows
}

export type EpisodeReportLine = ReportLine & { drama_id: string; episode_no: number }

interface SpanPart {
  grain: string
  start: number
  end: number
}

const EPISODE_GRAINS = [
  { grain: 'episode', bucketsPerNext: SLOTS_PER_DAY },
  { grain: 'day', bucketsPerNext: DAYS_PER_ROLLUP_SPAN },
  { grain: 'span', bucketsPerNext: Number.POSITIVE_INFINITY }
]

/** Splits the time into as few buckets as possible: small ones at the edges, larger ones between. */
function splitTime(start: number, end: number, level = 0): SpanPart[] {
  const { grain, bucketsPerNext } = EPISODE_GRAINS[level] as (typeof EPISODE_GRAINS)[number]
  const first = Math.ceil(start / bucketsPerNext)
  const last = Math.floor(end / bucketsPerNext)
  if (!Number.isFinite(bucketsPerNext) || first >= last) return start < end ? [{ grain, start, end }] : []
  const edges = [
    { grain, start, end: first * bucketsPerNext },
    { grain, start: last * bucketsPerNext, end }
  ]
  return [...edges.filter(edge => edge.start < edge.end), ...splitTime(first, last, level + 1)]
}

export async function readEpisodeLines(
  trx: Transaction<Database>,
  { lpids, start, end }: ReportSpan,
  { isByEpisode, after, limit }: { isByEpisode: boolean; after: [string, number] | null; limit: number }
): Promise<EpisodeReportLine[]> {
  const parts = splitTime(start, end).map(
    part => sql`select drama_id, episode_no, currency, is_test, ${metricColumns} from report_rollups
      where grain = ${sql.lit(part.grain)} and lpid in (${sql.join(lpids)})
      and bucket >= ${part.start}::integer and bucket < ${part.end}::integer`
  )
  const key = isByEpisode ? sql`drama_id, episode_no` : sql`drama_id, 0 as episode_no`
  const [drama, no] = after ?? ['', -1]
  const query = sql<EpisodeReportLine>`select * from (
      select *, dense_rank() over (order by drama_id, episode_no) as rank from (
        select ${key}, currency, is_test, ${summedMetrics} from (
          ${sql.join(parts, sql` union all `)}
          union all
          select drama_id, episode_no, currency, is_test, ${factMetrics}
            from (${selectPendingFacts({ lpids, start, end })}) facts group by 1, 2, 3, 4
        ) counted group by 1, 2, 3, 4
      ) episodes where (drama_id, episode_no) > (${drama}::text, ${no}::integer)
    ) ranked where rank <= ${limit} order by drama_id, episode_no, currency, is_test`
  return (await query.execute(trx)).rows
}
