import { describe, expect, test } from 'vitest'
import { createLongPress } from '../../../src/core/ui/long-press.js'
import { createTestEnvironment } from '../support/test-environment.js'

function openPress() {
  const { clock, advance } = createTestEnvironment({ fetch: () => Promise.reject(new TypeError('no network here')) })
  const gestures: string[] = []
  const press = createLongPress({ clock, onPress: () => gestures.push('press'), onEnd: () => gestures.push('end') })
  return { press, gestures, advance }
}

describe('a long press', () => {
  test('D-235 is recognised after 350 ms', async () => {
    const { press, gestures, advance } = openPress()
    press.start(100, 100)
    await advance(349)
    expect(gestures).toEqual([])
    await advance(1)
    expect(gestures).toEqual(['press'])
    await advance(5000)
    expect(press.end()).toBe(true)
    expect(gestures).toEqual(['press', 'end'])
  })

  test('D-235 that is lifted before is none', async () => {
    const { press, gestures, advance } = openPress()
    press.start(100, 100)
    await advance(349)
    expect(press.end()).toBe(false)
    await advance(5000)
    expect(gestures).toEqual([])
  })

  test.each([
    [110, 110],
    [90, 90],
    [110, 90]
  ])('D-236 may move by 10 px on both axes (to %i, %i)', async (x, y) => {
    const { press, gestures, advance } = openPress()
    press.start(100, 100)
    press.move(x, y)
    await advance(350)
    expect(gestures).toEqual(['press'])
  })

  test.each([
    [111, 100],
    [100, 111],
    [89, 100],
    [100, 89],
    [100, 110.5]
  ])('D-236 is none when it moves further on either axis (to %f, %f), also when it comes back', async (x, y) => {
    const { press, gestures, advance } = openPress()
    press.start(100, 100)
    press.move(x, y)
    press.move(100, 100)
    await advance(1000)
    expect(gestures).toEqual([])
    expect(press.end()).toBe(false)
  })

  test('D-236 is measured from where it began, not from step to step', async () => {
    const { press, gestures, advance } = openPress()
    press.start(0, 0)
    for (const x of [6, 10, 12]) press.move(x, 0)
    await advance(350)
    expect(gestures).toEqual([])
  })

  test('once recognised may move anywhere', async () => {
    const { press, gestures, advance } = openPress()
    press.start(100, 100)
    await advance(350)
    press.move(300, 400)
    expect(gestures).toEqual(['press'])
    expect(press.end()).toBe(true)
  })

  test('ends once, and one that begins before the last has ended ends that', async () => {
    const { press, gestures, advance } = openPress()
    press.start(0, 0)
    await advance(350)
    press.start(0, 0)
    expect(gestures).toEqual(['press', 'end'])
    expect(press.end()).toBe(false)
    expect(press.end()).toBe(false)
    await advance(350)
    expect(gestures).toEqual(['press', 'end'])
  })
})
