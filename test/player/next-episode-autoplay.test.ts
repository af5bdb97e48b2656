import { expect, test } from 'vitest'
import type { PlayResponse } from '../../contract/episode.js'
import { createNextEpisodeAutoplay } from '../../src/player/next-episode-autoplay.js'
import { startNextEpisodeCountdown } from '../../src/player/next-episode-countdown.js'
import { createTestEnvironment } from '../core/support/test-environment.js'

const next = (state: 'free' | 'locked'): PlayResponse['next'] => ({ id: 'e_4', no: 4, state, price: 60 })

function open() {
  const { clock, advance } = createTestEnvironment({ fetch: () => Promise.reject(new TypeError('no network')) })
  const gone: number[] = []
  const view = { isWaited: true }
  const ending = createNextEpisodeAutoplay(no => gone.push(no))
  const lifetime = new AbortController()
  startNextEpisodeCountdown(clock, ending, () => view.isWaited, lifetime.signal)
  return {
    ending,
    gone,
    view,
    lifetime,
    shown: () => ending.$ending.get(),
    left: ending.$remainingMs.get,
    /** Advances in steps of 100 ms, so that timers run one after the other as in a browser. */
    async pass(milliseconds: number) {
      for (let passed = 0; passed < milliseconds; passed += 100) await advance(100)
    },
    advance
  }
}

test('after an episode three seconds are counted, then the next begins', async () => {
  const { ending, gone, pass, shown, left } = open()
  ending.start(next('free'))
  expect([shown(), left()]).toEqual([{ state: 'counting', no: 4 }, 3000])
  await pass(2900)
  expect([shown(), left(), gone]).toEqual([{ state: 'counting', no: 4 }, 100, []])
  await pass(100)
  expect([shown(), gone]).toEqual([{ state: 'none' }, [4]])
})

test('the viewer stays, or does not wait', async () => {
  const { ending, gone, pass, shown } = open()
  ending.start(next('free'))
  ending.cancel()
  await pass(5000)
  expect([gone, shown()]).toEqual([[], { state: 'none' }])
  ending.playNext()
  expect(gone).toEqual([])
  ending.start(next('free'))
  ending.playNext()
  expect(gone).toEqual([4])
  await pass(5000)
  expect(gone).toEqual([4])
})

test('while nobody waits the count stands where it is, and goes on from there', async () => {
  const { ending, gone, view, pass, left } = open()
  ending.start(next('free'))
  await pass(1300)
  view.isWaited = false
  await pass(9000)
  expect([gone, left()]).toEqual([[], 1700])
  view.isWaited = true
  await pass(1600)
  expect([gone, left()]).toEqual([[], 100])
  await pass(100)
  expect(gone).toEqual([4])
})

test('of a machine’s sleep one second counts', async () => {
  const { ending, gone, advance, left } = open()
  ending.start(next('free'))
  await advance(60_000)
  expect([gone, left()]).toEqual([[], 2000])
})

test('a locked episode is shown at once, when somebody waits; after the last there is none', async () => {
  const { ending, gone, view, pass, shown } = open()
  ending.start(next('locked'))
  expect([gone, shown()]).toEqual([[4], { state: 'none' }])
  view.isWaited = false
  ending.start(next('locked'))
  await pass(5000)
  expect(gone).toEqual([4])
  view.isWaited = true
  await pass(100)
  expect(gone).toEqual([4, 4])
  ending.start(null)
  expect(shown()).toEqual({ state: 'finished' })
})

test('what has ended counts no more', async () => {
  const { ending, gone, lifetime, pass } = open()
  ending.start(next('free'))
  lifetime.abort()
  await pass(5000)
  expect(gone).toEqual([])
})
