import { expect, test } from 'vitest'
import { createTapRecogniser } from '../../../src/core/ui/double-tap.js'
import { createTestEnvironment } from '../support/test-environment.js'

const FIRST_POINT = { x: 10, y: 20 }
const SECOND_POINT = { x: 30, y: 40 }

function open(isUrgent = false) {
  const { clock, advance } = createTestEnvironment({ fetch: () => Promise.reject(new TypeError('no network')) })
  const gestures: unknown[] = []
  const taps = createTapRecogniser(clock, {
    isUrgent: () => isUrgent,
    onTap: () => gestures.push('tap'),
    onDoubleTap: at => gestures.push(at)
  })
  return { taps, gestures, advance }
}

test('one tap is told once it cannot be the first of two', async () => {
  const { taps, gestures, advance } = open()
  taps.tap(FIRST_POINT)
  await advance(219)
  expect(gestures).toEqual([])
  await advance(1)
  expect(gestures).toEqual(['tap'])
})

test('two taps are no tap, and each that follows as quickly counts again', async () => {
  const { taps, gestures, advance } = open()
  taps.tap(FIRST_POINT)
  await advance(200)
  taps.tap(SECOND_POINT)
  await advance(200)
  taps.tap(FIRST_POINT)
  await advance(1000)
  expect(gestures).toEqual([SECOND_POINT, FIRST_POINT])
  taps.tap(FIRST_POINT)
  await advance(220)
  expect(gestures).toEqual([SECOND_POINT, FIRST_POINT, 'tap'])
})

test('an urgent tap does not wait, and can still be the first of two', async () => {
  const { taps, gestures, advance } = open(true)
  taps.tap(FIRST_POINT)
  expect(gestures).toEqual(['tap'])
  taps.tap(SECOND_POINT)
  await advance(1000)
  expect(gestures).toEqual(['tap', SECOND_POINT])
})

test('what is no longer there was not tapped', async () => {
  const { taps, gestures, advance } = open()
  taps.tap(FIRST_POINT)
  taps.cancel()
  await advance(1000)
  expect(gestures).toEqual([])
})
