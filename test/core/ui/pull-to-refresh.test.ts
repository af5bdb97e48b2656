import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPullRefresh, type PullTouch } from '../../../src/core/ui/pull-to-refresh.js'
import { createTestEnvironment } from '../support/test-environment.js'

const touch = (y: number, rest: Partial<PullTouch> = {}): PullTouch => ({
  x: 100,
  y,
  fingers: 1,
  scrollTop: 0,
  ...rest
})

function openPull() {
  const { clock, advance } = createTestEnvironment({ fetch: () => Promise.reject(new TypeError('no network here')) })
  const failures: unknown[] = []
  const refreshes: { succeed: () => void; fail: (error: unknown) => void }[] = []
  const pull = createPullRefresh({
    clock,
    refresh: () => new Promise<void>((succeed, fail) => refreshes.push({ succeed, fail })),
    onFailed: error => failures.push(error)
  })
  const states: string[] = []
  pull.$pull.subscribe(({ state }) => states.at(-1) === state || states.push(state))
  const drag = (distance: number) => {
    pull.start(touch(0))
    for (let y = 1; y < distance; y++) pull.move(touch(y))
    pull.move(touch(distance))
  }
  return { pull, advance, failures, refreshes, states, drag, shown: () => pull.$pull.get() }
}

/** Lets settled promises run their callbacks. */
const turn = () => new Promise(resolve => setImmediate(resolve))

describe('pulling', () => {
  test('D-123 begins when a finger at the top moves down, and follows it', () => {
    const { pull, shown } = openPull()
    expect(shown()).toEqual({ state: '', distance: 0 })
    expect(pull.start(touch(200))).toBe(true)
    expect(pull.move(touch(204))).toBe(false)
    expect(shown().state).toBe('')
    expect(pull.move(touch(205))).toBe(true)
    expect(shown()).toEqual({ state: 'pulling', distance: 5 })
    expect(pull.move(touch(290))).toBe(true)
    expect(shown()).toEqual({ state: 'pulling', distance: 90 })
    expect(pull.move(touch(150))).toBe(true)
    expect(shown()).toEqual({ state: 'pulling', distance: 0 })
  })

  test.each([
    ['the list is scrolled further than 50 px (D-274)', { scrollTop: 51 }],
    ['two fingers touch', { fingers: 2 }]
  ])('does not begin when %s', (_when, rest) => {
    const { pull, states } = openPull()
    expect(pull.start(touch(0, rest))).toBe(false)
    expect(pull.move(touch(100, rest))).toBe(false)
    pull.end()
    expect(states).toEqual([''])
  })

  test('D-274 a touch within 50 px of the top pulls from where the list reaches its top', () => {
    const { pull, shown } = openPull()
    expect(pull.start(touch(0, { scrollTop: 50 }))).toBe(true)
    expect(pull.move(touch(30, { scrollTop: 20 }))).toBe(false)
    expect(pull.move(touch(49, { scrollTop: 1 }))).toBe(false)
    expect(shown().state).toBe('')
    expect(pull.move(touch(60))).toBe(true)
    expect(shown()).toEqual({ state: 'pulling', distance: 11 })
  })

  test('begins where the browser lets the top bounce', () => {
    const { pull } = openPull()
    expect(pull.start(touch(0, { scrollTop: -20 }))).toBe(true)
    expect(pull.move(touch(50, { scrollTop: -20 }))).toBe(true)
  })

  test.each([
    ['up', { y: -6 }],
    ['sideways', { y: 30, x: 131 }],
    ['down while the list has left its top', { y: 30, scrollTop: 51 }]
  ])('does not begin when the finger first goes %s, nor later in that touch', (_way, first) => {
    const { pull, states } = openPull()
    pull.start(touch(0))
    expect(pull.move({ ...touch(0), ...first })).toBe(false)
    expect(pull.move(touch(90))).toBe(false)
    pull.end()
    expect(states).toEqual([''])
  })

  test('a touch that moves nothing leaves no trace', () => {
    const { pull, states } = openPull()
    pull.start(touch(0))
    pull.move(touch(3))
    pull.end()
    pull.start(touch(0))
    pull.cancel()
    expect(states).toEqual([''])
  })
})

describe('letting go', () => {
  test('D-124 D-126 refreshes, and restores when the answer is there', async () => {
    const { pull, drag, refreshes, states, shown, advance } = openPull()
    drag(80)
    pull.end()
    expect(shown()).toEqual({ state: 'refreshing', distance: 45 })
    await advance(60_000)
    expect(shown().state).toBe('refreshing')
    refreshes[0]?.succeed()
    await turn()
    expect(shown()).toEqual({ state: 'restore', distance: 0 })
    await advance(299)
    expect(shown().state).toBe('restore')
    await advance(1)
    expect(states).toEqual(['', 'pulling', 'refreshing', 'restore', ''])
  })

  test('D-275 at 45 px it refreshes', () => {
    const { pull, drag, refreshes } = openPull()
    drag(45)
    pull.end()
    expect(refreshes).toHaveLength(1)
  })

  test('D-125 D-275 at 44 px it aborts', async () => {
    const { pull, drag, refreshes, states, shown, advance } = openPull()
    drag(44)
    pull.end()
    expect(shown()).toEqual({ state: 'refresherabort', distance: 0 })
    await advance(300)
    expect(states).toEqual(['', 'pulling', 'refresherabort', ''])
    expect(refreshes).toHaveLength(0)
  })

  test('D-125 aborts when the finger went back before', () => {
    const { pull, drag, refreshes, shown } = openPull()
    drag(90)
    pull.move(touch(20))
    pull.end()
    expect(shown().state).toBe('refresherabort')
    expect(refreshes).toHaveLength(0)
  })

  test.each([
    ['the touch is taken away', 'cancel'],
    ['a second finger comes', 'second'],
    ['a second finger moves', 'moved']
  ])('D-125 aborts when %s, however far it was pulled', (_when, how) => {
    const { pull, drag, refreshes, shown } = openPull()
    drag(90)
    if (how === 'cancel') pull.cancel()
    if (how === 'second') pull.start(touch(90, { fingers: 2 }))
    if (how === 'moved') pull.move(touch(95, { fingers: 2 }))
    expect(shown().state).toBe('refresherabort')
    expect(pull.move(touch(120))).toBe(false)
    pull.end()
    expect(refreshes).toHaveLength(0)
  })

  test('a refresh that fails restores too, and says why', async () => {
    const { pull, drag, refreshes, failures, shown } = openPull()
    drag(60)
    pull.end()
    refreshes[0]?.fail('offline')
    await turn()
    expect(shown().state).toBe('restore')
    expect(failures).toEqual(['offline'])
  })

  test('there is one refresh at a time', async () => {
    const { pull, drag, refreshes } = openPull()
    drag(60)
    pull.end()
    expect(pull.start(touch(0))).toBe(false)
    expect(pull.move(touch(80))).toBe(false)
    pull.end()
    expect(refreshes).toHaveLength(1)
    refreshes[0]?.succeed()
    await turn()
    drag(60)
    pull.end()
    expect(refreshes).toHaveLength(2)
  })

  test('a new pull may begin while the one before springs back', async () => {
    const { pull, drag, shown, advance } = openPull()
    drag(20)
    pull.end()
    await advance(100)
    drag(30)
    expect(shown()).toEqual({ state: 'pulling', distance: 30 })
    await advance(1000)
    expect(shown()).toEqual({ state: 'pulling', distance: 30 })
  })
})

test('whatever the fingers do: never two refreshes at once, none without 45 px, and at rest in the end', async () => {
  const finger = fc.record({
    act: fc.constantFrom('start', 'move', 'move', 'move', 'end', 'cancel', 'settle'),
    y: fc.integer({ min: -100, max: 200 }),
    fingers: fc.constantFrom(1, 1, 1, 2),
    scrollTop: fc.constantFrom(0, 0, 0, 5)
  })
  await fc.assert(
    fc.asyncProperty(fc.array(finger, { maxLength: 40 }), async fingers => {
      const { pull, refreshes, shown, advance } = openPull()
      let settled = 0
      for (const { act, ...at } of fingers) {
        const before = shown()
        if (act === 'start') pull.start({ x: 0, ...at })
        if (act === 'move') pull.move({ x: 0, ...at })
        if (act === 'end') pull.end()
        if (act === 'cancel') pull.cancel()
        if (act === 'settle' && refreshes.length > settled) {
          refreshes[settled++]?.succeed()
          await turn()
        }
        if (before.state !== 'refreshing' && shown().state === 'refreshing') {
          expect(before).toMatchObject({ state: 'pulling' })
          expect(before.distance).toBeGreaterThanOrEqual(45)
        }
        expect(refreshes.length - settled).toBe(shown().state === 'refreshing' ? 1 : 0)
        expect(shown().distance).toBeGreaterThanOrEqual(0)
      }
      pull.end()
      refreshes[settled]?.succeed()
      await turn()
      await advance(300)
      expect(shown()).toEqual({ state: '', distance: 0 })
    }),
    { numRuns: 200 }
  )
})
