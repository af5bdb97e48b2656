import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import type { PlayerContext } from '../../src/player/player.js'
import { recoverFromStalls } from '../../src/player/stall-recovery.js'
import { createTestEnvironment } from '../core/support/test-environment.js'

/** A player that wants to play an element with data. */
function openPlayer(video: { paused: boolean; readyState: number; currentTime: number }, position: number) {
  const environment = createTestEnvironment({ fetch: () => Promise.reject(new Error('nothing is requested')) })
  let plays = 0
  recoverFromStalls({
    app: { environment },
    videoPool: { wantedVideo: () => video, isPaused: () => false, play: () => plays++ },
    page: { $play: atom({ state: 'playing', no: 1 }) },
    $time: atom({ position, duration: 60 }),
    $isWaiting: atom(false),
    $failure: atom(undefined),
    signal: new AbortController().signal
  } as unknown as PlayerContext)
  return {
    plays: () => plays,
    async wait(seconds: number) {
      for (let half = 0; half < 2 * seconds; half++) await environment.advance(500)
    }
  }
}

test('an episode whose first play a new source had interrupted is played again, three times at most', async () => {
  const video = { paused: true, readyState: 1, currentTime: 0 }
  const player = openPlayer(video, 0)
  await player.wait(1)
  expect(player.plays()).toBeGreaterThan(0)
  await player.wait(10)
  expect(player.plays()).toBe(3)
})

test.each([
  ['that the browser paused later waits for the viewer', { paused: true, readyState: 4, currentTime: 7 }, 7],
  ['that plays is left alone', { paused: false, readyState: 4, currentTime: 0 }, 0],
  ['without data waits for its data', { paused: true, readyState: 0, currentTime: 0 }, 0]
])('an episode %s', async (_name, video, position) => {
  const player = openPlayer(video, position)
  await player.wait(2)
  expect(player.plays()).toBe(0)
})
