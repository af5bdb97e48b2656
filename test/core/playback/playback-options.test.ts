import { expect, test } from 'vitest'
import { PLAYBACK_RATES, parsePlaybackRate, stepRate } from '../../../src/core/playback/playback-options.js'
import { parseQualities } from '../../../src/core/playback/qualities.js'

test('from every rate one step leads to the next, and none beyond the ends', () => {
  expect(PLAYBACK_RATES.map(rate => stepRate(rate, 1))).toEqual([0.8, 1, 1.25, 1.5, 2, 2])
  expect(PLAYBACK_RATES.map(rate => stepRate(rate, -1))).toEqual([0.5, 0.5, 0.8, 1, 1.25, 1.5])
})

test('D-273 what is none of the rates is the usual one', () => {
  expect([0.5, 2, 3, 0, -1, Number.NaN, 100].map(parsePlaybackRate)).toEqual([0.5, 2, 1, 1, 1, 1, 1])
})

const entry = (size: string) =>
  `#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=${size},CODECS="avc1.64001f,mp4a.40.2"\nx.m3u8\n`

test('the qualities are the shorter sides of the pictures, each once, the best first', () => {
  expect(parseQualities(`#EXTM3U\n${['360x640', '720x1280', '540x960', '1280x720'].map(entry).join('')}`)).toEqual([
    720, 540, 360
  ])
})

test('a playlist without sizes has no choice', () => {
  expect(parseQualities('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8\n')).toEqual([])
  expect(parseQualities('')).toEqual([])
})
