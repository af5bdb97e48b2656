// Adds the facts that are not rolled up yet to the rollups, so that sums are exact at every moment.
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { factMetrics, metricColumns, type ReportMetric, SLOTS_PER_HOUR, slotOfFact, summedMetrics } from './metrics.js'
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

const selectFacts = ({ lpids, start, end }: ReportSpan): RawBuilder<unknown> => sql`
  select *, ${slotOfFact} as slot from report_facts where lpid in (${sql.join(lpids)})
    and ${slotOfFact} >= ${start}::integer and ${slotOfFact} < ${end}::integer`

export const selectPendingFacts = (span: ReportSpan) => sql`${selectFacts(span)} and kind not like 'late\\_%'`
export const selectLateFacts = (span: ReportSpan) => sql`${selectFacts(span)} and kind like 'late\\_%'`

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
