import { type RawBuilder, sql } from 'kysely'

type KindList = (...kinds: string[]) => string

const listKinds: KindList = (...kinds) => kinds.map(kind => `'${kind}'`).join(', ')
const listKindsWithLateOnes: KindList = (...kinds) => listKinds(...kinds.flatMap(kind => [kind, `late_${kind}`]))

const countOf = (kinds: string) => `count(*) filter (where kind in (${kinds}))`
const sumOf = (column: string, kinds: string) => `coalesce(sum(${column}) filter (where kind in (${kinds})), 0)`

const createMetrics = (kinds: KindList) => ({
  visits: countOf(kinds('visit', 'first_visit')),
  new_visitors: countOf(kinds('first_visit')),
  views: countOf(kinds('view')),
  starts: countOf(kinds('start')),
  q25: countOf(kinds('q25')),
  q50: countOf(kinds('q50')),
  q75: countOf(kinds('q75')),
  completes: countOf(kinds('complete')),
  paywalls: countOf(kinds('paywall')),
  unlocks: countOf(kinds('unlock')),
  unlock_coins: sumOf('coins', kinds('unlock')),
  checkouts: countOf(kinds('checkout')),
  purchases: countOf(kinds('purchase')),
  coins_sold: sumOf('coins', kinds('purchase')),
  revenue: sumOf('amount', kinds('purchase')),
  refunds: `count(*) filter (where kind in (${kinds('refund')}) and amount > 0)`,
  refunded: sumOf('amount', kinds('refund'))
})

const metrics = createMetrics(listKinds)
const sourceMetrics = createMetrics(listKindsWithLateOnes)

export type ReportMetric = keyof typeof metrics
export const metricNames = Object.keys(metrics) as ReportMetric[]

/** A quarter of an hour, because the hours of every time zone begin at one. */
export const SLOT_MS = 900_000
export const SLOTS_PER_HOUR = 4
export const SLOTS_PER_DAY = 96
export const DAYS_PER_ROLLUP_SPAN = 8

export const metricColumns: RawBuilder<unknown> = sql.raw(metricNames.join(', '))
/** As SQL of Postgres and of DuckDB. */
export const factMetricText = metricNames.map(name => `${metrics[name]} as ${name}`).join(', ')
export const sourceFactMetricText = metricNames.map(name => `${sourceMetrics[name]} as ${name}`).join(', ')
export const factMetrics: RawBuilder<unknown> = sql.raw(factMetricText)
/** Also counts facts whose source was added later; `factMetrics` has counted them before. */
export const sourceFactMetrics: RawBuilder<unknown> = sql.raw(sourceFactMetricText)
export const negatedMetricText = metricNames.map(name => `-${name} as ${name}`).join(', ')
export const negatedMetrics: RawBuilder<unknown> = sql.raw(negatedMetricText)
export const signedMetrics: RawBuilder<unknown> = sql.raw(metricNames.map(name => `sign * ${name}`).join(', '))
export const hasMetricText = metricNames.map(name => `sum(${name}) <> 0`).join(' or ')
export const hasMetrics: RawBuilder<unknown> = sql.raw(hasMetricText)
export const summedMetricText = metricNames.map(name => `coalesce(sum(${name}), 0)::bigint as ${name}`).join(', ')
export const summedMetrics: RawBuilder<unknown> = sql.raw(summedMetricText)
export const slotOfFact: RawBuilder<unknown> = sql.raw('floor(extract(epoch from at) / 900)::integer')
