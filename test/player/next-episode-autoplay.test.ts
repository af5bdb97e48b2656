import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import type { PlayResponse } from '../../contract/episode.js'
import type { PlayState } from '../../src/core/playback/player-page.js'
import { createNextEpisodeAutoplay } from '../../src/player/next-episode-autoplay.js'
import { playNextWhenSeen } from '../../src/player/play-next-when-seen.js'
import { createTestEnvironment } from '../core/support/test-environment.js'

const next = (state: 'free' | 'locked'): PlayResponse['next'] => ({ id: 'e_4', no: 4, state, price: 60 })

function open() {
  const { clock, advance } = createTestEnvironment({ fetch: () => Promise.reject(new TypeError('no network')) })
  const gone: number[] = []
  const view = { isSeen: true }
  const $play = atom({ no: 3, state: 'playing', playResponse: { next: next('free') } } as PlayState)
  const $time = atom({ position: 0, duration: 60 })
  const $isPlaying = atom(true)
  const autoplay = createNextEpisodeAutoplay({ $play, $time, $isPlaying }, no => gone.push(no))
  const lifetime = new AbortController()
  playNextWhenSeen(clock, autoplay, () => view.isSeen, lifetime.signal)
  const announcedAt = (position: number) => {
    $time.set({ position, duration: 60 })
    return autoplay.readAnnouncedNo()
  }
  return { autoplay, gone, view, lifetime, advance, announcedAt, $play, $isPlaying, shown: autoplay.$ending.get }
}

test('after an episode the next begins at once', () => {
  const { autoplay, gone, shown } = open()
  autoplay.start(next('free'))
  expect([shown(), gone]).toEqual([{ state: 'none' }, [4]])
  autoplay.start(next('locked'))
  expect(gone).toEqual([4, 4])
  autoplay.start(null)
  expect([shown(), gone]).toEqual([{ state: 'finished' }, [4, 4]])
})

test('in its last five seconds the next is announced, while it plays', () => {
  const { announcedAt, $isPlaying, $play } = open()
  expect([0, 30, 54.9, 55, 59.9].map(announcedAt)).toEqual([undefined, undefined, undefined, 4, 4])
  $isPlaying.set(false)
  expect(announcedAt(58)).toBeUndefined()
  $isPlaying.set(true)
  $play.set({ no: 3, state: 'playing', playResponse: { next: null } } as PlayState)
  expect(announcedAt(58)).toBeUndefined()
})

test('who stays, stays at this end, and is told again of the next', () => {
  const { autoplay, announcedAt, gone, shown } = open()
  expect(announcedAt(57)).toBe(4)
  autoplay.stay()
  expect(announcedAt(58)).toBeUndefined()
  autoplay.cancel()
  expect(announcedAt(59)).toBeUndefined()
  autoplay.start(next('free'))
  expect([shown(), gone]).toEqual([{ state: 'none' }, []])
  expect(announcedAt(57)).toBe(4)
  autoplay.stay()
  autoplay.reset()
  expect(announcedAt(57)).toBe(4)
  autoplay.start(next('free'))
  expect(gone).toEqual([4])
})

test('while nobody sees the player the next waits', async () => {
  const { autoplay, gone, view, advance, shown } = open()
  view.isSeen = false
  autoplay.start(next('free'))
  await advance(60_000)
  expect([shown(), gone]).toEqual([{ state: 'next', no: 4 }, []])
  view.isSeen = true
  await advance(100)
  expect(gone).toEqual([4])
})

test('what is replayed, or has ended, leads nowhere', async () => {
  const { autoplay, gone, view, lifetime, advance } = open()
  view.isSeen = false
  autoplay.start(next('free'))
  autoplay.cancel()
  view.isSeen = true
  await advance(5000)
  expect(gone).toEqual([])
  view.isSeen = false
  autoplay.start(next('free'))
  lifetime.abort()
  view.isSeen = true
  await advance(5000)
  expect(gone).toEqual([])
})
