import { type RawBuilder, sql } from 'kysely'

const countOf = (...kinds: string[]) => `count(*) filter (where kind in (${kinds.map(kind => `'${kind}'`).join(', ')}))`
const sumOf = (column: string, kind: string) => `coalesce(sum(${column}) filter (where kind = '${kind}'), 0)`

const metrics = {
  visits: countOf('visit', 'first_visit'),
  new_visitors: countOf('first_visit'),
  views: countOf('view'),
  starts: countOf('start'),
  q25: countOf('q25'),
  q50: countOf('q50'),
  q75: countOf('q75'),
  completes: countOf('complete'),
  paywalls: countOf('paywall'),
  unlocks: countOf('unlock'),
  unlock_coins: sumOf('coins', 'unlock'),
  checkouts: countOf('checkout'),
  purchases: countOf('purchase'),
  coins_sold: sumOf('coins', 'purchase'),
  revenue: sumOf('amount', 'purchase'),
  refunds: `count(*) filter (where kind = 'refund' and amount > 0)`,
  refunded: sumOf('amount', 'refund')
}

export type ReportMetric = keyof typeof metrics
export const metricNames = Object.keys(metrics) as ReportMetric[]

/** A quarter of an hour, because the hours of every time zone begin at one. */
export const SLOT_MS = 900_000
export const SLOTS_PER_HOUR = 4
export const SLOTS_PER_DAY = 96
export const DAYS_PER_ROLLUP_SPAN = 8

export const metricColumns: RawBuilder<unknown> = sql.raw(metricNames.join(', '))
export const factMetrics: RawBuilder<unknown> = sql.raw(
  metricNames.map(name => `${metrics[name]} as ${name}`).join(', ')
)
export const summedMetrics: RawBuilder<unknown> = sql.raw(
  metricNames.map(name => `coalesce(sum(${name}), 0)::bigint as ${name}`).join(', ')
)
export const slotOfFact: RawBuilder<unknown> = sql.raw('floor(extract(epoch from at) / 900)::integer')
