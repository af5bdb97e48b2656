import { type RawBuilder, sql } from 'kysely'

type KindList = (...kinds: string[]) => string

const listKinds: KindList = (...kinds) => kinds.map(kind => `'${kind}'`).join(', ')
const listKindsWithLateOnes: KindList = (...kinds) => listKinds(...kinds.flatMap(kind => [kind, `late_${kind}`]))

/** `count` and `countPositive` aggregate over rows: of one fact each, or of many. */
interface FactRows {
  count: string
  countPositive: string
}

const singleFacts: FactRows = { count: 'count(*)', countPositive: 'count(nullif(amount > 0, false))' }

const createMetrics = (kinds: KindList, { count, countPositive }: FactRows) => {
  const of = (aggregate: string, ...names: string[]) =>
    `coalesce(${aggregate} filter (where kind in (${kinds(...names)})), 0)`
  return {
    visits: of(count, 'visit', 'first_visit'),
    new_visitors: of(count, 'first_visit'),
    views: of(count, 'view'),
    starts: of(count, 'start'),
    q25: of(count, 'q25'),
    q50: of(count, 'q50'),
    q75: of(count, 'q75'),
    completes: of(count, 'complete'),
    paywalls: of(count, 'paywall'),
    unlocks: of(count, 'unlock'),
    unlock_coins: of('sum(coins)', 'unlock'),
    checkouts: of(count, 'checkout'),
    purchases: of(count, 'purchase'),
    coins_sold: of('sum(coins)', 'purchase'),
    revenue: of('sum(amount)', 'purchase'),
    refunds: of(countPositive, 'refund'),
    refunded: of('sum(amount)', 'refund')
  }
}

const metrics = createMetrics(listKinds, singleFacts)
const sourceMetrics = createMetrics(listKindsWithLateOnes, singleFacts)

export type ReportMetric = keyof typeof metrics
export const metricNames = Object.keys(metrics) as ReportMetric[]

/** A quarter of an hour, because the hours of every time zone begin at one. */
export const SLOT_MS = 900_000
export const SLOTS_PER_HOUR = 4
export const SLOTS_PER_DAY = 96
export const DAYS_PER_ROLLUP_SPAN = 8

export const metricColumns: RawBuilder<unknown> = sql.raw(metricNames.join(', '))
const toColumns = (expressions: typeof metrics) => metricNames.map(name => `${expressions[name]} as ${name}`).join(', ')

export const factMetrics: RawBuilder<unknown> = sql.raw(toColumns(metrics))
/** Also counts facts whose source was added later; `factMetrics` has counted them before. */
export const sourceFactMetrics: RawBuilder<unknown> = sql.raw(toColumns(sourceMetrics))

/** For rows that stand for `facts` facts, of which `positive_facts` have an amount above 0. */
const factGroups: FactRows = { count: 'sum(facts)', countPositive: 'sum(positive_facts)' }
export const factGroupMetricText = toColumns(createMetrics(listKinds, factGroups))
export const sourceFactGroupMetricText = toColumns(createMetrics(listKindsWithLateOnes, factGroups))
export const negatedMetricText = metricNames.map(name => `-${name} as ${name}`).join(', ')
export const negatedMetrics: RawBuilder<unknown> = sql.raw(negatedMetricText)
export const signedMetrics: RawBuilder<unknown> = sql.raw(metricNames.map(name => `sign * ${name}`).join(', '))
export const hasMetricText = metricNames.map(name => `sum(${name}) <> 0`).join(' or ')
export const hasMetrics: RawBuilder<unknown> = sql.raw(hasMetricText)
export const summedMetricText = metricNames.map(name => `coalesce(sum(${name}), 0)::bigint as ${name}`).join(', ')
export const summedMetrics: RawBuilder<unknown> = sql.raw(summedMetricText)
export const slotOfFact: RawBuilder<unknown> = sql.raw('floor(extract(epoch from at) / 900)::integer')
