import { expect, test } from 'vitest'
import { findWilsonInterval, testSampleRatio } from '../../../server/modules/experiment/statistics.js'
import { chooseVariant } from '../../../server/modules/experiment/variant-choice.js'
import { compareVariants, type VariantCounts, type Verdict } from '../../../server/modules/experiment/verdict.js'
import { createSeededDraw, type Draw } from '../../../server/modules/sample/seeded-draw.js'

const EXPERIMENTS = 1000
const BATCHES = 40
const BATCH_VISITORS = 250

const createCounts = (): VariantCounts => ({
  visitors: 0,
  starters: 0,
  paywall_visitors: 0,
  buyers: 0,
  paywall_buyers: 0,
  net: 0,
  netSquares: 0
})

const AMOUNTS = [990, 990, 1990, 4990]

/** Looks after each batch of visitors, and ends at the first verdict that says something. */
function runExperiment(
  draw: Draw,
  rates: readonly number[],
  goal: 'purchase_rate' | 'revenue_per_visitor' | 'paywall_to_purchase'
): Verdict {
  const variants = rates.map(createCounts)
  for (let batch = 0; batch < BATCHES; batch++) {
    for (let visitor = 0; visitor < BATCH_VISITORS; visitor++) {
      const index = Math.floor(draw() * rates.length)
      const counts = variants[index]
      if (counts === undefined) throw new Error('no variant')
      counts.visitors += 1
      if (goal === 'paywall_to_purchase' && draw() >= 0.5) continue
      counts.paywall_visitors += 1
      if (draw() >= (rates[index] ?? 0)) continue
      const amount = AMOUNTS[Math.floor(draw() * AMOUNTS.length)] ?? 0
      counts.buyers += 1
      counts.paywall_buyers += 1
      counts.net += amount
      counts.netSquares += amount ** 2
    }
    const [first, ...others] = variants
    const verdicts = others.map(
      other =>
        compareVariants(goal, first ?? createCounts(), other, {
          comparisons: others.length,
          visitors: (batch + 1) * BATCH_VISITORS
        }).verdict
    )
    const said = verdicts.find(verdict => verdict === 'better' || verdict === 'worse')
    if (said !== undefined) return said
  }
  return 'none'
}

const countDifferences = (seed: number, rates: readonly number[], goal: Parameters<typeof runExperiment>[2]) => {
  const draw = createSeededDraw(seed)
  return Array.from({ length: EXPERIMENTS }, () => runExperiment(draw, rates, goal)).filter(said => said !== 'none')
}

test.each([
  ['of two variants', [0.05, 0.05], 'purchase_rate'],
  ['of four variants', [0.05, 0.05, 0.05, 0.05], 'purchase_rate'],
  ['of a rare purchase', [0.01, 0.01], 'purchase_rate'],
  ['of those at the paywall', [0.1, 0.1], 'paywall_to_purchase'],
  ['of revenue', [0.05, 0.05], 'revenue_per_visitor']
] as const)(
  'without a difference %s, looking after each batch finds one in at most 5 % of the experiments',
  (_, rates, goal) => {
    expect(countDifferences(7, rates, goal).length / EXPERIMENTS).toBeLessThanOrEqual(0.05)
  }
)

test('a comparison of fixed size would find many more, so the sequence is needed', () => {
  const draw = createSeededDraw(7)
  let found = 0
  for (let experiment = 0; experiment < 300; experiment++) {
    const counts = [0, 0]
    const buyers = [0, 0]
    let isFound = false
    for (let batch = 0; batch < BATCHES; batch++) {
      for (let visitor = 0; visitor < BATCH_VISITORS; visitor++) {
        const index = draw() < 0.5 ? 0 : 1
        counts[index] = (counts[index] ?? 0) + 1
        if (draw() < 0.05) buyers[index] = (buyers[index] ?? 0) + 1
      }
      const [one = 0, two = 0] = counts.map((count, index) => (buyers[index] ?? 0) / count)
      const error = Math.sqrt(counts.reduce((sum, count) => sum + (0.05 * 0.95) / count, 0))
      isFound ||= Math.abs(one - two) > 1.96 * error
    }
    if (isFound) found += 1
  }
  expect(found / 300).toBeGreaterThan(0.15)
})

test('a real difference is found, with its direction', () => {
  const better = countDifferences(11, [0.05, 0.075], 'purchase_rate')
  expect(better.filter(said => said === 'better').length / EXPERIMENTS).toBeGreaterThan(0.9)
  expect(better.filter(said => said === 'worse').length / EXPERIMENTS).toBeLessThan(0.005)
  const worse = countDifferences(13, [0.08, 0.08, 0.04], 'purchase_rate')
  expect(worse.filter(said => said === 'worse').length / EXPERIMENTS).toBeGreaterThan(0.9)
})

test('too few visitors or purchases say nothing; the estimate of further visitors finds the difference that it names', () => {
  const counts = (visitors: number, buyers: number) => ({ ...createCounts(), visitors, buyers })
  const compare = (one: VariantCounts, other: VariantCounts) =>
    compareVariants('purchase_rate', one, other, { comparisons: 1, visitors: one.visitors + other.visitors })
  expect(compare(counts(99, 50), counts(500, 20)).verdict).toBe('too_few')
  expect(compare(counts(5000, 9), counts(5000, 10)).verdict).toBe('too_few')
  const open = compare(counts(5000, 250), counts(5000, 252))
  expect(open).toMatchObject({ verdict: 'none', more_visitors: expect.any(Number) })
  const later = (10_000 + (open.more_visitors ?? 0)) / 2
  const found = compare(counts(later, later * 0.05), counts(later, later * 0.06))
  expect(found.verdict).toBe('better')
  expect(compare(counts(later / 3, (later * 0.05) / 3), counts(later / 3, (later * 0.06) / 3)).verdict).toBe('none')
})

test('intervals of rates are those of Wilson, and shares that are wrong are found', () => {
  // Newcombe (1998), table I: 81 of 263.
  const { low, high } = findWilsonInterval(81, 263)
  expect([low, high].map(value => value.toFixed(4))).toEqual(['0.2553', '0.3662'])
  expect(findWilsonInterval(0, 0)).toEqual({ low: 0, high: 1 })
  expect(findWilsonInterval(0, 20).low).toBe(0)
  // scipy.stats.chisquare
  expect(
    testSampleRatio([
      { count: 5000, share: 50 },
      { count: 5200, share: 50 }
    ])
  ).toBeCloseTo(0.04767, 4)
  expect(testSampleRatio([10, 20, 30].map(count => ({ count, share: 100 / 3 })))).toBeCloseTo(0.006738, 5)
  expect(testSampleRatio([80, 100, 100, 120].map(count => ({ count, share: 25 })))).toBeCloseTo(0.046012, 5)
  expect(
    testSampleRatio([
      { count: 0, share: 50 },
      { count: 0, share: 50 }
    ])
  ).toBe(1)
})

test('the variant of a viewer follows from the ids, with the shares', () => {
  const variants = [
    { no: 1, share: 50 },
    { no: 2, share: 30 },
    { no: 3, share: 20 }
  ]
  const counts = new Map<number, number>()
  for (let viewer = 0; viewer < 20_000; viewer++) {
    const no = chooseVariant('x_1', variants, `u_${viewer}`)
    counts.set(no, (counts.get(no) ?? 0) + 1)
  }
  expect(testSampleRatio(variants.map(({ no, share }) => ({ count: counts.get(no) ?? 0, share })))).toBeGreaterThan(
    0.001
  )
  expect(chooseVariant('x_1', variants, 'u_1')).toBe(chooseVariant('x_1', variants, 'u_1'))
  const both = Array.from({ length: 1000 }, (_, viewer) => `u_${viewer}`)
  const same = both.filter(id => chooseVariant('x_1', variants, id) === chooseVariant('x_2', variants, id))
  expect(same.length).toBeLessThan(500)
})
