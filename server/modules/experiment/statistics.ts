/** Of one number per person. */
export interface Sample {
  count: number
  mean: number
  /** Per person. */
  variance: number
}

export interface Interval {
  low: number
  high: number
}

const ALPHA = 0.05
const Z_95 = 1.959964

export function toRateSample(successes: number, count: number): Sample {
  // One of each is added, so that the variance of a rate of 0 is not 0.
  const smoothed = (successes + 1) / (count + 2)
  return { count, mean: count === 0 ? 0 : successes / count, variance: smoothed * (1 - smoothed) }
}

export function toAmountSample({ sum, squares, count }: { sum: number; squares: number; count: number }): Sample {
  const mean = count === 0 ? 0 : sum / count
  return { count, mean, variance: count < 2 ? 0 : Math.max(0, (squares - count * mean * mean) / (count - 1)) }
}

/** 95 % interval of a rate: Wilson (1927), doi.org/10.1080/01621459.1927.10502953. */
export function findWilsonInterval(successes: number, count: number): Interval {
  if (count === 0) return { low: 0, high: 1 }
  const rate = successes / count
  const scale = 1 + Z_95 ** 2 / count
  const centre = (rate + Z_95 ** 2 / (2 * count)) / scale
  const half = (Z_95 / scale) * Math.sqrt((rate * (1 - rate)) / count + Z_95 ** 2 / (4 * count ** 2))
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}

/** 95 % interval of a mean by the normal distribution. */
export function findMeanInterval({ count, mean, variance }: Sample): Interval {
  const half = count === 0 ? 0 : Z_95 * Math.sqrt(variance / count)
  return { low: mean - half, high: mean + half }
}

/** The interval of a difference is narrowest about this number of persons in both variants. */
const TUNED_COUNT = 10_000

/**
 * Half the width of an interval for the difference of two means that holds at every moment together, so that looking each
 * day does not make false differences: the Gaussian-mixture asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and
 * Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences" (2021),
 * arxiv.org/abs/2103.06476. `variance` is that of the difference, `count` the persons of both variants, and the error of
 * 5 % is divided by the number of `comparisons` (Bonferroni).
 */
export function findSequenceHalfWidth(variance: number, count: number, comparisons: number): number {
  const strictness = -2 * Math.log(ALPHA / comparisons)
  const rhoSquared = (strictness + Math.log(strictness + 1)) / TUNED_COUNT
  const spread = count * rhoSquared
  return Math.sqrt(variance * ((spread + 1) / spread) * (strictness + Math.log(spread + 1)))
}

export function findDifference(
  one: Sample,
  other: Sample,
  comparisons: number
): Interval & { difference: number; variance: number } {
  const variance = one.variance / one.count + other.variance / other.count
  const half = findSequenceHalfWidth(variance, one.count + other.count, comparisons)
  const difference = other.mean - one.mean
  return { difference, low: difference - half, high: difference + half, variance }
}

/** A difference of this size is found four times in five. */
const Z_80 = 0.841621
const MAX_COUNT = 1_000_000_000

/**
 * How many persons both variants together need until a difference of `size` is found, if their shares and their variance
 * stay as they are. Null if that is more than a billion.
 */
export function findNeededCount(
  { variance, count, size }: { variance: number; count: number; size: number },
  comparisons: number
): number | null {
  const isEnough = (needed: number) => {
    const later = (variance * count) / needed
    return findSequenceHalfWidth(later, needed, comparisons) + Z_80 * Math.sqrt(later) <= size
  }
  let high = count
  while (!isEnough(high)) {
    high *= 2
    if (high > MAX_COUNT) return null
  }
  let low = high / 2
  while (high - low > count / 100) {
    const middle = (low + high) / 2
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return Math.ceil(high)
}

/**
 * Probability of shares that differ as much by chance (chi-square test), for two to four variants. Below 0.001 the
 * assignment or the counting is at fault: Fabijan et al., "Diagnosing Sample Ratio Mismatch" (2019),
 * doi.org/10.1145/3292500.3330722.
 */
export function testSampleRatio(counts: readonly { count: number; share: number }[]): number {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return 1
  const statistic = counts.reduce((sum, { count, share }) => {
    const expected = (total * share) / 100
    return sum + (count - expected) ** 2 / expected
  }, 0)
  const half = statistic / 2
  if (counts.length === 2) return erfc(Math.sqrt(half))
  if (counts.length === 3) return Math.exp(-half)
  return erfc(Math.sqrt(half)) + 2 * Math.sqrt(half / Math.PI) * Math.exp(-half)
}

/** Complementary error function for `x` ≥ 0, exact to 1.5e-7: Abramowitz and Stegun 7.1.26. */
function erfc(x: number): number {
  const t = 1 / (1 + 0.3275911 * x)
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return series * Math.exp(-x * x)
}
