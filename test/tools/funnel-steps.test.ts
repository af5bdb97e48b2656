import { expect, test } from 'vitest'
import { findBrokenStep, funnelSteps, listFunnelSteps } from '../../console/partner/report/funnel-steps.js'

const numbersOf = (counts: Record<string, number>) =>
  Object.fromEntries(funnelSteps.map(name => [name, counts[name] ?? 0])) as never

test('a paywall is a share of the starts, since more viewers reach one than watch an episode to its end', () => {
  const steps = listFunnelSteps(numbersOf({ visits: 50, starts: 40, completes: 5, paywalls: 10, checkouts: 2 }), null)
  const shares = Object.fromEntries(steps.map(({ name, of, rate }) => [name, [of, rate]]))
  expect(shares).toMatchObject({
    visits: [null, null],
    starts: ['visits', 0.8],
    paywalls: ['starts', 0.25],
    checkouts: ['paywalls', 0.2],
    purchases: ['checkouts', 0],
    refunds: ['purchases', null]
  })
})

test('the step that broke is the one whose share fell most, if enough came to it before', () => {
  const before = { visits: 100, starts: 80, completes: 40, paywalls: 40, checkouts: 20, purchases: 5 }
  const now = { ...before, paywalls: 20, checkouts: 9, purchases: 0 }
  const broken = findBrokenStep(listFunnelSteps(numbersOf(now), numbersOf(before)))
  expect(broken).toMatchObject({ name: 'purchases', of: 'checkouts' })
  const small = findBrokenStep(
    listFunnelSteps(numbersOf({ visits: 9, starts: 1 }), numbersOf({ visits: 9, starts: 9 }))
  )
  expect(small).toBe(null)
})
