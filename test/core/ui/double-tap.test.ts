import { expect, test } from 'vitest'
import { createTapRecogniser } from '../../../src/core/ui/double-tap.js'
import { createTestEnvironment } from '../support/test-environment.js'

const HERE = { x: 10, y: 20 }
const THERE = { x: 30, y: 40 }

function open(isUrgent = false) {
  const { clock, advance } = createTestEnvironment({ fetch: () => Promise.reject(new TypeError('no network')) })
  const heard: unknown[] = []
  const taps = createTapRecogniser(clock, {
    isUrgent: () => isUrgent,
    onTap: () => heard.push('tap'),
    onDoubleTap: at => heard.push(at)
  })
  return { taps, heard, advance }
}

test('one tap is told once it cannot be the first of two', async () => {
  const { taps, heard, advance } = open()
  taps.tap(HERE)
  await advance(219)
  expect(heard).toEqual([])
  await advance(1)
  expect(heard).toEqual(['tap'])
})

test('two taps are no tap, and each that follows as quickly counts again', async () => {
  const { taps, heard, advance } = open()
  taps.tap(HERE)
  await advance(200)
  taps.tap(THERE)
  await advance(200)
  taps.tap(HERE)
  await advance(1000)
  expect(heard).toEqual([THERE, HERE])
  taps.tap(HERE)
  await advance(220)
  expect(heard).toEqual([THERE, HERE, 'tap'])
})

test('an urgent tap does not wait, and can still be the first of two', async () => {
  const { taps, heard, advance } = open(true)
  taps.tap(HERE)
  expect(heard).toEqual(['tap'])
  taps.tap(THERE)
  await advance(1000)
  expect(heard).toEqual(['tap', THERE])
})

test('what is no longer there was not tapped', async () => {
  const { taps, heard, advance } = open()
  taps.tap(HERE)
  taps.cancel()
  await advance(1000)
  expect(heard).toEqual([])
})
