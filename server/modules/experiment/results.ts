import { type Kysely, sql } from 'kysely'
import type { Experiment, ExperimentVariant } from '../../db/schema/experiment-tables.js'
import type { Database } from '../../db/schema/schema.js'
import { testSampleRatio } from './statistics.js'
import { type Comparison, compareVariants, findGoalValue, type GoalValue, type VariantCounts } from './verdict.js'

interface CountLine {
  variant_no: number
  visitors: number
  starters: number
  starts: number
  paywall_visitors: number
  paywalls: number
  checkout_visitors: number
  checkouts: number
  buyers: number
  paywall_buyers: number
  purchases: number
}

interface MoneyLine {
  variant_no: number
  currency: string
  revenue: number
  refunds: number
  refunded: number
  net_squares: number
}

export type VariantMoney = Pick<MoneyLine, 'currency' | 'revenue' | 'refunds' | 'refunded'>

export interface VariantResult extends Omit<CountLine, 'variant_no' | 'paywall_buyers'> {
  money: VariantMoney[]
  goal: GoalValue
  /** Null for the first variant. */
  comparison: Comparison | null
}

export interface ExperimentResults {
  variants: VariantResult[]
  /** Probability of this distribution of visitors. Below 0.001 it is not by chance. */
  sample_ratio_p: number
}

const NO_COUNTS: Omit<CountLine, 'variant_no'> = {
  visitors: 0,
  starters: 0,
  starts: 0,
  paywall_visitors: 0,
  paywalls: 0,
  checkout_visitors: 0,
  checkouts: 0,
  buyers: 0,
  paywall_buyers: 0,
  purchases: 0
}

/** Persons count once, in what they did; sums count all of it. */
async function readCounts(db: Kysely<Database>, experimentId: string): Promise<CountLine[]> {
  const { rows } = await sql<CountLine>`select variant_no, count(*)::integer as visitors,
      count(*) filter (where starts > 0)::integer as starters, sum(starts)::integer as starts,
      count(*) filter (where paywalls > 0)::integer as paywall_visitors, sum(paywalls)::integer as paywalls,
      count(*) filter (where checkouts > 0)::integer as checkout_visitors, sum(checkouts)::integer as checkouts,
      count(*) filter (where purchases > 0)::integer as buyers,
      count(*) filter (where purchases > 0 and paywalls > 0)::integer as paywall_buyers,
      sum(purchases)::integer as purchases
    from experiment_assignments where experiment_id = ${experimentId} and not is_test group by variant_no`.execute(db)
  return rows
}

async function readMoney(db: Kysely<Database>, experimentId: string): Promise<MoneyLine[]> {
  const { rows } = await sql<MoneyLine>`select variant_no, currency, sum(revenue)::double precision as revenue,
      sum(refunds)::integer as refunds, sum(refunded)::double precision as refunded,
      sum(power((revenue - refunded)::double precision, 2)) as net_squares
    from experiment_money where experiment_id = ${experimentId} group by variant_no, currency
    order by currency`.execute(db)
  return rows
}

/** `currency` is the one of the goal. */
export async function readResults(
  db: Kysely<Database>,
  { id, goal }: Pick<Experiment, 'id' | 'goal'>,
  variants: readonly Pick<ExperimentVariant, 'no' | 'share'>[],
  currency: string
): Promise<ExperimentResults> {
  const [lines, moneyLines] = await Promise.all([readCounts(db, id), readMoney(db, id)])
  const found = variants.map(({ no, share }) => {
    const { variant_no: _, ...counts } = lines.find(line => line.variant_no === no) ?? { variant_no: no, ...NO_COUNTS }
    const money = moneyLines.filter(line => line.variant_no === no)
    const own = money.find(line => line.currency === currency)
    const net = (own?.revenue ?? 0) - (own?.refunded ?? 0)
    return { share, counts, money, forGoal: { ...counts, net, netSquares: own?.net_squares ?? 0 } }
  })
  const [first] = found
  const total = found.reduce((sum, { counts }) => sum + counts.visitors, 0)
  const compare = (other: VariantCounts) =>
    first === undefined
      ? null
      : compareVariants(goal, first.forGoal, other, { comparisons: found.length - 1, visitors: total })
  return {
    variants: found.map(({ counts: { paywall_buyers: _, ...counts }, money, forGoal }, index) => ({
      ...counts,
      money: money.map(({ currency: of, revenue, refunds, refunded }) => ({
        currency: of,
        revenue,
        refunds,
        refunded
      })),
      goal: findGoalValue(goal, forGoal),
      comparison: index === 0 ? null : compare(forGoal)
    })),
    sample_ratio_p: testSampleRatio(found.map(({ share, counts }) => ({ share, count: counts.visitors })))
  }
}
