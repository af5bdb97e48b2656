// Rollups by source have only what was counted with a source; what is left of the others belongs to no source.
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { ReportGrouping } from './dimensions.js'
import {
  factMetrics,
  hasMetrics,
  metricColumns,
  negatedMetrics,
  signedMetrics,
  sourceFactMetrics,
  summedMetrics
} from './metrics.js'
import type { ReportPeriodBucket } from './period.js'
import { planRollups, planSourceRollups, type RollupPlan } from './rollup-plan.js'
import { type ReportLine, type ReportSpan, selectLateFacts, selectPendingFacts } from './rollup-queries.js'
import { type KeyColumn, type KeyFields, positionsOf, type RowKey, selectKey } from './row-keys.js'

export type KeyedLine = ReportLine & KeyFields

/** Adjacent buckets of a part of the period, or none if the rows have no time. */
export interface KeyQuery {
  span: ReportSpan
  buckets: readonly ReportPeriodBucket[]
  columns: readonly KeyColumn[]
  after: RowKey | null
  limit: number
  /** Only rows of this drama; not with groups by source. */
  dramaId?: string
}

/** Returns lines with numbers only, of at most `limit` rows. */
export async function readKeyLines(
  trx: Transaction<Database>,
  grouping: ReportGrouping,
  { span, buckets, columns, after, limit, dramaId }: KeyQuery
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
        ${sumLines(selectAll(grouping, { span, buckets, dramaId }), ['utm_source', 'country'])} ${sources}
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

const PLACE_COLUMNS = sql.raw('lpid, drama_id, episode_no')

function selectAll(
  grouping: ReportGrouping,
  { span, buckets, dramaId }: Pick<KeyQuery, 'span' | 'buckets'> & { dramaId: string | undefined }
): RawBuilder<unknown> {
  const keys = sql`${PLACE_COLUMNS}, currency, is_test`
  const condition = dramaId === undefined ? sql`true` : sql`drama_id = ${dramaId}`
  const rollups = selectRollups(planRollups(grouping, span, buckets), {
    table: 'report_rollups',
    keys,
    lpids: span.lpids,
    condition
  })
  return sql`${rollups} union all
    select slot, ${keys}, ${factMetrics} from (${selectPendingFacts(span)}) facts where ${condition} group by slot, ${keys}`
}

function selectSourced(
  grouping: ReportGrouping,
  span: ReportSpan,
  buckets: readonly ReportPeriodBucket[]
): RawBuilder<unknown> {
  const keys = sql`${PLACE_COLUMNS}, utm_source, country, currency, is_test`
  const sources = [...(grouping.isByUtmSource ? ['utm_source'] : []), ...(grouping.isByCountry ? ['country'] : [])]
  const hasSource = sql.join(
    sources.map(name => sql`${sql.ref(name)} <> ''`),
    sql` or `
  )
  const rollups = selectRollups(planSourceRollups(grouping, span, buckets), {
    table: 'report_source_rollups',
    keys,
    lpids: span.lpids,
    condition: sql`(${hasSource})`
  })
  return sql`${rollups} union all
    select slot, ${keys}, ${sourceFactMetrics}
    from (${selectPendingFacts(span)} union all ${selectLateFacts(span)}) facts where ${hasSource} group by slot, ${keys}`
}

interface RollupSelection {
  table: 'report_rollups' | 'report_source_rollups'
  keys: RawBuilder<unknown>
  lpids: readonly string[]
  condition: RawBuilder<unknown>
}

function selectRollups(
  { parts, moves }: RollupPlan,
  { table, keys, lpids, condition }: RollupSelection
): RawBuilder<unknown> {
  const selects = parts.map(
    ({ grain, slots, start, end, slotInBucket }) => sql`
      select bucket * ${sql.lit(slots)} + ${sql.lit(slotInBucket)} as slot, ${keys}, ${metricColumns} from ${sql.table(table)}
      where grain = ${sql.lit(grain)} and lpid in (${sql.join(lpids)}) and ${condition}
        and bucket >= ${start}::integer and bucket < ${end}::integer`
  )
  if (moves === null) return sql.join(selects, sql` union all `)
  const moved = sql`
    select moved_to.slot, ${keys}, ${signedMetrics} from (
      select moves.slot, moves."noonSlot", ${keys}, ${summedMetrics}
      from jsonb_to_recordset(${JSON.stringify(moves.list)}::jsonb)
        as moves ("start" integer, "end" integer, slot integer, "noonSlot" integer)
      cross join unnest(array[${sql.join(lpids)}]::text[]) as campaigns (campaign)
      cross join lateral (
        select ${keys}, ${metricColumns} from ${sql.table(table)}
        where grain = ${sql.lit(moves.grain)} and lpid = campaign and ${condition}
          and bucket >= moves."start" and bucket < moves."end"
        -- Has Postgres search the index for each move, instead of reading all rows for each.
        offset 0
      ) counted
      group by moves.slot, moves."noonSlot", ${keys}
    ) moved cross join lateral (values (moved.slot, 1), (moved."noonSlot", -1)) as moved_to (slot, sign)
    where moved_to.slot is not null`
  return sql.join([...selects, moved], sql` union all `)
}
