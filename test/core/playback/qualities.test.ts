import { expect, test } from 'vitest'
import { readQualities } from '../../../src/core/playback/qualities.js'

const entry = (size: string) =>
  `#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=${size},CODECS="avc1.64001f,mp4a.40.2"\nx.m3u8\n`

test('the qualities are the shorter sides of the pictures, each once, the best first', () => {
  expect(readQualities(`#EXTM3U\n${['360x640', '720x1280', '540x960', '1280x720'].map(entry).join('')}`)).toEqual([
    720, 540, 360
  ])
})

test('a playlist without sizes has no choice', () => {
  expect(readQualities('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8\n')).toEqual([])
  expect(readQualities('')).toEqual([])
})
