import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { PlaybackCount } from '../playback/playback-measures.js'
import { factMetrics, metricColumns, slotOfFact } from '../report/metrics.js'
import type { ReportLine } from '../report/rollup-queries.js'

/** Quarters of an hour since 1970, `end` is excluded. */
export interface SlotSpan {
  start: number
  end: number
}

export interface DayLines {
  counts: (ReportLine & { slot: number })[]
  playback: PlaybackCount[]
}

/** With more facts that wait for their roll-up, the oldest ones are not counted yet. */
const MAX_PENDING_FACTS = 20_000

/** Over all campaigns and the viewers without one. `pending` is what this server has not stored yet. */
export async function readDayLines(
  db: Kysely<Database>,
  { start, end }: SlotSpan,
  pending: readonly PlaybackCount[]
): Promise<DayLines> {
  const counts = await sql<ReportLine & { slot: number }>`
    select bucket as slot, currency, is_test, ${metricColumns} from report_rollups
      where grain = 'all' and lpid = '' and bucket >= ${start}::integer and bucket < ${end}::integer
    union all
    select slot, currency, is_test, ${factMetrics} from (
      select *, ${slotOfFact} as slot from (
        select * from report_facts order by id desc limit ${sql.lit(MAX_PENDING_FACTS)}
      ) newest where kind not like 'late\\_%'
    ) facts where slot >= ${start}::integer and slot < ${end}::integer group by 1, 2, 3`.execute(db)
  const playback = await db
    .selectFrom('playback_rollups')
    .select(['slot', 'measure', 'kind', 'bucket', 'count', 'total'])
    .where('slot', '>=', start)
    .where('slot', '<', end)
    .execute()
  return {
    counts: counts.rows,
    playback: [
      ...playback.map(row => ({ ...row, count: Number(row.count), total: Number(row.total) })),
      ...pending.filter(({ slot }) => slot >= start && slot < end)
    ]
  }
}
