// Persons are counted in what they did, never in sums: one who pays on two days is one payer of both.
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { addDays, startOfDate, toLocalDate } from '../../lib/time-zone.js'
import type { ReportGrouping } from './dimensions.js'
import { type ReportPeriodBucket, timeOfSlot } from './period.js'
import type { ReportSpan } from './rollup-queries.js'
import {
  formatKey,
  type KeyColumn,
  type KeyFields,
  listKeyColumns,
  positionsOf,
  type RowKey,
  readKey,
  selectKey
} from './row-keys.js'
import type { ReportMoney, ReportNumbers } from './rows.js'

export interface PeopleQuery {
  span: ReportSpan
  buckets: readonly ReportPeriodBucket[]
  /** Of the campaigns. */
  zones: readonly string[]
  now: Date
}

/** `arppu` is the revenue divided by `payers`, both of this currency, in minor units. */
type MoneyOfPayers = ReportMoney & { payers: number; arppu: number | null }

export type ReportRowNumbers = Omit<ReportNumbers, 'money'> & {
  payers: number
  d1: number | null
  d7: number | null
  money: MoneyOfPayers[]
}

export interface People {
  toRowNumbers(key: RowKey, numbers: ReportNumbers): ReportRowNumbers
  toTotalNumbers(numbers: ReportNumbers): ReportRowNumbers
}

export async function readPeople(
  trx: Transaction<Database>,
  grouping: ReportGrouping,
  query: PeopleQuery
): Promise<People> {
  const columns = listKeyColumns(grouping)
  const payers = groupPayers(columns, await readPayers(trx, columns, query))
  const payersOfAll = groupPayers([], await readPayers(trx, [], query))
  const hasRetention = grouping.place === null && grouping.time !== 'hour'
  const newcomers = await readNewcomers(trx, hasRetention ? columns : [], query)
  const retention = new Map(newcomers.map(line => [formatKey(readKey(columns, line)), line]))
  return {
    toRowNumbers(rowKey, numbers) {
      const key = formatKey(rowKey)
      return addPeople(numbers, payers.get(key), hasRetention ? retention.get(key) : undefined)
    },
    toTotalNumbers: numbers => addPeople(numbers, payersOfAll.get(formatKey([])), addUp(newcomers))
  }
}

/** By currency; null counts those of all currencies. */
type PayerCounts = ReadonlyMap<string | null, number>

function groupPayers(columns: readonly KeyColumn[], lines: readonly PayerLine[]): Map<string, PayerCounts> {
  const groups = new Map<string, Map<string | null, number>>()
  for (const line of lines) {
    const key = formatKey(readKey(columns, line))
    const counts = groups.get(key) ?? new Map<string | null, number>()
    groups.set(key, counts.set(line.currency, line.payers))
  }
  return groups
}

function addPeople(
  { money, test, ...counts }: ReportNumbers,
  payers: PayerCounts | undefined,
  retention: RetentionCounts | undefined
): ReportRowNumbers {
  return {
    ...counts,
    payers: payers?.get(null) ?? 0,
    d1: retention === undefined ? null : toShare(retention.returned_1, retention.known_1, retention.uncounted_1),
    d7: retention === undefined ? null : toShare(retention.returned_7, retention.known_7, retention.uncounted_7),
    money: money.map(entry => addPayers(entry, payers?.get(entry.currency) ?? 0)),
    test
  }
}

const addPayers = (money: ReportMoney, payers: number): MoneyOfPayers => ({
  ...money,
  payers,
  arppu: payers === 0 ? null : Math.round(money.revenue / payers)
})

const SHARE_PRECISION = 10_000

const toShare = (returned: number, known: number, uncounted: number) =>
  known === 0 || uncounted > 0 ? null : Math.round((returned / known) * SHARE_PRECISION) / SHARE_PRECISION

type PayerLine = KeyFields & { currency: string | null; payers: number }

async function readPayers(
  trx: Transaction<Database>,
  columns: readonly KeyColumn[],
  { span, buckets }: PeopleQuery
): Promise<PayerLine[]> {
  const names = columns.map(({ name }) => sql.ref(name))
  const [from, to] = [new Date(timeOfSlot(span.start)), new Date(timeOfSlot(span.end))]
  const query = sql<PayerLine>`
    select ${sql.join([...names, sql`currency`, sql`count(distinct user_id)::integer as payers`])}
    from (
      select ${sql.join([...(columns.length === 0 ? [] : [selectKey(columns, buckets)]), sql`currency`, sql`user_id`])}
      from (
        select floor(extract(epoch from paid_at) / 900)::integer as slot, lpid, coalesce(drama_id, '') as drama_id,
          coalesce(episode_no, 0) as episode_no, utm_source, country, currency, user_id
        from orders where lpid in (${sql.join(span.lpids)}) and not is_test and paid_at >= ${from} and paid_at < ${to}
      ) paid
    ) keyed
    group by grouping sets ((${sql.join([...names, sql`currency`])}), (${names.length === 0 ? sql`` : sql.join(names)}))`
  return (await query.execute(trx)).rows
}

interface RetentionCounts {
  known_1: number
  returned_1: number
  uncounted_1: number
  known_7: number
  returned_7: number
  uncounted_7: number
}

function addUp(lines: readonly RetentionCounts[]): RetentionCounts {
  const sumOf = (name: keyof RetentionCounts) => lines.reduce((sum, line) => sum + line[name], 0)
  return {
    known_1: sumOf('known_1'),
    returned_1: sumOf('returned_1'),
    uncounted_1: sumOf('uncounted_1'),
    known_7: sumOf('known_7'),
    returned_7: sumOf('returned_7'),
    uncounted_7: sumOf('uncounted_7')
  }
}

/** Newcomers count once for each campaign. `uncounted_…` are those whose day is over and not counted yet. */
async function readNewcomers(
  trx: Transaction<Database>,
  columns: readonly KeyColumn[],
  { span, buckets, zones, now }: PeopleQuery
): Promise<(KeyFields & RetentionCounts)[]> {
  const [from, to] = [new Date(timeOfSlot(span.start)), new Date(timeOfSlot(span.end))]
  const counts = ([1, 7] as const).map(day => {
    const returned = sql.ref(`returned_${day}`)
    const dueBefore = new Date(Math.min(...zones.map(zone => findDueTime(now, day, zone).getTime())))
    return sql`count(${returned})::integer as ${sql.ref(`known_${day}`)},
      count(*) filter (where ${returned})::integer as ${returned},
      count(*) filter (where ${returned} is null and first_at < ${dueBefore})::integer as ${sql.ref(`uncounted_${day}`)}`
  })
  const query = sql<KeyFields & RetentionCounts>`
    select ${sql.join([...(columns.length === 0 ? [] : [selectKey(columns, buckets)]), ...counts])}
    from (
      select floor(extract(epoch from first_at) / 900)::integer as slot, first_at, lpid, utm_source, country, returned_1,
        returned_7
      from campaign_newcomers where lpid in (${sql.join(span.lpids)}) and first_at >= ${from} and first_at < ${to}
    ) newcomers ${columns.length === 0 ? sql`` : sql`group by ${positionsOf(columns.length)}`}`
  return (await query.execute(trx)).rows
}

/** For viewers who came first before this time, their `day` is over. */
export const findDueTime = (now: Date, day: number, zone: string): Date =>
  startOfDate(addDays(toLocalDate(now, zone), -day), zone)
