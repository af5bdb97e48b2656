import { expect, test } from 'vitest'
import type { PlayAnswer } from '../../contract/episode.js'
import { createEnding } from '../../src/core/ending.js'
import { createTestEnvironment } from './test-environment.js'

const next = (state: 'free' | 'locked'): PlayAnswer['next'] => ({ id: 'e_4', no: 4, state, price: 60 })

function open() {
  const { clock, advance } = createTestEnvironment({ fetch: () => Promise.reject(new TypeError('no network')) })
  const gone: number[] = []
  const view = { isWatched: true }
  const ending = createEnding(clock, { goTo: no => gone.push(no), isWatched: () => view.isWatched })
  return { ending, gone, view, advance, shown: () => ending.$ending.get() }
}

test('after an episode three seconds are counted, then the next begins', async () => {
  const { ending, gone, advance, shown } = open()
  ending.begin(next('free'))
  expect(shown()).toEqual({ state: 'counting', no: 4, seconds: 3 })
  await advance(1000)
  await advance(1000)
  expect(shown()).toEqual({ state: 'counting', no: 4, seconds: 1 })
  expect(gone).toEqual([])
  await advance(1000)
  expect(gone).toEqual([4])
  expect(shown()).toEqual({ state: 'none' })
})

test('the viewer stays, or does not wait', async () => {
  const { ending, gone, advance, shown } = open()
  ending.begin(next('free'))
  ending.cancel()
  await advance(5000)
  expect([gone, shown()]).toEqual([[], { state: 'none' }])
  ending.goOn()
  expect(gone).toEqual([])
  ending.begin(next('free'))
  ending.goOn()
  expect(gone).toEqual([4])
  await advance(5000)
  expect(gone).toEqual([4])
})

test('while nobody looks the count stands still', async () => {
  const { ending, gone, view, advance, shown } = open()
  ending.begin(next('free'))
  view.isWatched = false
  for (let second = 0; second < 9; second++) await advance(1000)
  expect([gone, shown()]).toEqual([[], { state: 'counting', no: 4, seconds: 3 }])
  view.isWatched = true
  for (let second = 0; second < 3; second++) await advance(1000)
  expect(gone).toEqual([4])
})

test('a locked episode is shown at once, and after the last there is none', () => {
  const { ending, gone, shown } = open()
  ending.begin(next('locked'))
  expect([gone, shown()]).toEqual([[4], { state: 'none' }])
  ending.begin(null)
  expect(shown()).toEqual({ state: 'finished' })
})
