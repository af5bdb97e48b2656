import { expect, test } from 'vitest'
import type { Emitter, EventDetails } from '../../src/core/event/host-events.js'
import { createWatchQuartiles } from '../../src/player/reporting/episode-events.js'

const EPISODE = { drama_id: 'd_a', episode_no: 3 }

function watch(startSeconds: number, duration = 100) {
  const lines: string[] = []
  const emit: Emitter = (name, detail) => {
    const { seconds, quartile, ...episode } = detail as Partial<EventDetails['drama-episode-quartile']>
    expect(episode).toEqual(EPISODE)
    expect(name).toBe(quartile === undefined ? 'drama-episode-complete' : 'drama-episode-quartile')
    lines.push(`${quartile ?? 'complete'}@${seconds}`)
    return true
  }
  const marks = createWatchQuartiles(emit, EPISODE, startSeconds)
  return {
    lines,
    pass(...places: number[]) {
      for (const place of places) marks.update(place, duration)
      return lines
    }
  }
}

test('a quarter, the half, three quarters and nine tenths are told as they are reached, each once', () => {
  const viewing = watch(0)
  expect(viewing.pass(0, 24.9)).toEqual([])
  expect(viewing.pass(25, 25.2, 49.99, 50, 74, 75.5, 89.9)).toEqual(['25@25', '50@50', '75@75.5'])
  expect(viewing.pass(90, 100)).toEqual(['25@25', '50@50', '75@75.5', 'complete@90'])
  expect(viewing.pass(0, 30, 60, 80, 95)).toHaveLength(4)
})

test('a leap forward passes what it leaves behind, in its order', () => {
  expect(watch(0).pass(10, 60)).toEqual(['25@60', '50@60'])
  expect(watch(0).pass(10, 99)).toEqual(['25@99', '50@99', '75@99', 'complete@99'])
})

test('who goes on in the middle passes only what comes after, also after going back', () => {
  expect(watch(60).pass(60, 80)).toEqual(['75@80'])
  expect(watch(60).pass(60, 10, 30, 76)).toEqual(['75@76'])
  expect(watch(25).pass(25, 26, 50)).toEqual(['50@50'])
})

test('without a known length nothing is passed', () => {
  expect(watch(0, 0).pass(50)).toEqual([])
  expect(watch(0, Number.NaN).pass(50)).toEqual([])
})
