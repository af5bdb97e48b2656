import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createInfiniteScroll, type ScrollMetrics } from '../../../src/core/ui/infinite-scroll.js'
import { createTestEnvironment } from '../support/test-environment.js'

function openList(first: Partial<ScrollMetrics> = {}) {
  const { clock, advance } = createTestEnvironment({ fetch: () => Promise.reject(new TypeError('no network here')) })
  let metrics: ScrollMetrics = { scrollTop: 0, scrollHeight: 2000, clientHeight: 600, ...first }
  let reached = 0
  const reach = createInfiniteScroll({ clock, measure: () => metrics, onReach: () => void reached++ })
  const change = (next: Partial<ScrollMetrics>) => {
    metrics = { ...metrics, ...next }
    reach.check()
  }
  return { reach, advance, change, scroll: (scrollTop: number) => change({ scrollTop }), reached: () => reached }
}

describe('the end of a list', () => {
  test('D-274 is near from 50 px on', () => {
    const { scroll, reached } = openList()
    scroll(1349)
    expect(reached()).toBe(0)
    scroll(1350)
    expect(reached()).toBe(1)
  })

  test('counts once for each arrival', async () => {
    const { scroll, reached, advance } = openList()
    for (const top of [1350, 1380, 1400, 1360]) scroll(top)
    await advance(1000)
    scroll(1390)
    expect(reached()).toBe(1)
    scroll(1300)
    scroll(1390)
    expect(reached()).toBe(2)
  })

  test('counts again where the list changed by more than 50 px under it', async () => {
    const { change, scroll, reached, advance } = openList()
    scroll(1400)
    await advance(350)
    change({ scrollHeight: 2050, scrollTop: 1450 })
    expect(reached()).toBe(1)
    change({ scrollHeight: 2051, scrollTop: 1451 })
    expect(reached()).toBe(2)
  })

  test('is left and reached again within 350 ms: it counts a little later, not at once', async () => {
    const { scroll, reached, advance } = openList()
    scroll(1400)
    await advance(100)
    scroll(1000)
    scroll(1400)
    expect(reached()).toBe(1)
    await advance(299)
    expect(reached()).toBe(1)
    await advance(1)
    expect(reached()).toBe(2)
  })

  test('that was left again by then does not count', async () => {
    const { scroll, reached, advance } = openList()
    scroll(1400)
    scroll(1000)
    scroll(1400)
    scroll(1000)
    await advance(1000)
    expect(reached()).toBe(1)
  })

  test('is not near at the very top of a list that can be scrolled', () => {
    const { change, scroll, reached } = openList({ scrollHeight: 620 })
    change({})
    expect(reached()).toBe(0)
    scroll(1)
    expect(reached()).toBe(1)
  })

  test('of a list too short to be scrolled is near at once, and again with every answer until it is long enough', () => {
    const { reach, change, reached } = openList({ scrollHeight: 600 })
    change({})
    change({})
    expect(reached()).toBe(1)
    reach.reset()
    expect(reached()).toBe(2)
    change({ scrollHeight: 1200 })
    reach.reset()
    expect(reached()).toBe(2)
  })

  test('of a list that is not shown is never near', () => {
    const { reach, change, reached } = openList({ scrollHeight: 0, clientHeight: 0 })
    change({})
    reach.reset()
    expect(reached()).toBe(0)
  })

  test('counts again at once when more has arrived and it is near still', () => {
    const { reach, change, scroll, reached } = openList()
    scroll(1400)
    change({ scrollHeight: 2040 })
    reach.reset()
    expect(reached()).toBe(2)
  })

  test('is not looked for after the stop', async () => {
    const { reach, scroll, reached, advance } = openList()
    scroll(1400)
    scroll(1000)
    scroll(1400)
    reach.stop()
    await advance(1000)
    expect(reached()).toBe(1)
  })
})

test('however it is scrolled, it counts only near the end, and once for each arrival', async () => {
  const step = fc.record({ scrollTop: fc.integer({ min: 0, max: 1400 }), wait: fc.constantFrom(0, 100, 400) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
      const { scroll, reached, advance } = openList()
      let arrivals = 0
      let wasNear = false
      for (const { scrollTop, wait } of steps) {
        const before = reached()
        scroll(scrollTop)
        const isNear = scrollTop >= 1350
        if (isNear && !wasNear) arrivals++
        wasNear = isNear
        if (!isNear) expect(reached()).toBe(before)
        await advance(wait)
        expect(reached()).toBeLessThanOrEqual(arrivals)
      }
      await advance(400)
      expect(reached() > 0).toBe(arrivals > 0)
    })
  )
})
