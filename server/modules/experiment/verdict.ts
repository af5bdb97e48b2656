import type { ExperimentGoal } from '../../db/schema/experiment-tables.js'
import {
  findDifference,
  findMeanInterval,
  findNeededCount,
  findWilsonInterval,
  type Interval,
  type Sample,
  toAmountSample,
  toRateSample
} from './statistics.js'

/** What persons of a variant have done. Money in minor units of one currency. */
export interface VariantCounts {
  visitors: number
  starters: number
  paywall_visitors: number
  buyers: number
  paywall_buyers: number
  /** Without what was refunded. */
  net: number
  /** Sum of the squares of each person's net revenue. */
  netSquares: number
}

/** The value of the goal with a 95 % interval. */
export interface GoalValue extends Interval {
  value: number
  /** Persons of whom the value speaks. */
  of: number
}

export type Verdict = 'too_few' | 'none' | 'better' | 'worse'

/** A variant compared with the first. */
export interface Comparison {
  verdict: Verdict
  /** Null if there are too few persons. */
  difference: (Interval & { value: number }) | null
  /** Further visitors of the experiment until a difference of 20 % is found; null if there is no estimate. */
  more_visitors: number | null
}

const MIN_PERSONS = 100
/** Of both variants together. */
const MIN_SUCCESSES = 20
const RELATIVE_DIFFERENCE = 0.2

interface GoalSample extends Sample {
  successes: number
}

function toSample(goal: ExperimentGoal, counts: VariantCounts): GoalSample {
  const ofRate = (successes: number, count: number) => ({ ...toRateSample(successes, count), successes })
  switch (goal) {
    case 'purchase_rate':
      return ofRate(counts.buyers, counts.visitors)
    case 'start_rate':
      return ofRate(counts.starters, counts.visitors)
    case 'paywall_to_purchase':
      return ofRate(counts.paywall_buyers, counts.paywall_visitors)
    case 'revenue_per_visitor': {
      const { net: sum, netSquares: squares, visitors: count } = counts
      return { ...toAmountSample({ sum, squares, count }), successes: counts.buyers }
    }
  }
}

export function findGoalValue(goal: ExperimentGoal, counts: VariantCounts): GoalValue {
  const sample = toSample(goal, counts)
  const interval =
    goal === 'revenue_per_visitor' ? findMeanInterval(sample) : findWilsonInterval(sample.successes, sample.count)
  return { value: sample.mean, of: sample.count, ...interval }
}

/** `comparisons`: variants that are compared with the first. */
export function compareVariants(
  goal: ExperimentGoal,
  first: VariantCounts,
  other: VariantCounts,
  { comparisons, visitors }: { comparisons: number; visitors: number }
): Comparison {
  const [one, two] = [toSample(goal, first), toSample(goal, other)]
  const isTooFew =
    Math.min(one.count, two.count) < MIN_PERSONS ||
    one.successes + two.successes < MIN_SUCCESSES ||
    (one.variance === 0 && two.variance === 0)
  if (isTooFew) return { verdict: 'too_few', difference: null, more_visitors: null }
  const { difference: value, low, high, variance } = findDifference(one, two, comparisons)
  const difference = { value, low, high }
  if (low > 0) return { verdict: 'better', difference, more_visitors: null }
  if (high < 0) return { verdict: 'worse', difference, more_visitors: null }
  const count = one.count + two.count
  const size = RELATIVE_DIFFERENCE * Math.abs(one.mean)
  const needed = size === 0 ? null : findNeededCount({ variance, count, size }, comparisons)
  const more = needed === null ? null : Math.max(0, (visitors * needed) / count - visitors)
  return { verdict: 'none', difference, more_visitors: more === null ? null : roundUp(more) }
}

/** To two digits. */
function roundUp(count: number): number {
  if (count < 10) return Math.ceil(count)
  const unit = 10 ** (Math.floor(Math.log10(count)) - 1)
  return Math.ceil(count / unit) * unit
}
