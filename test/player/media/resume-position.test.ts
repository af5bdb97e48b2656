import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toResumePosition as toServerResumePosition } from '../../../server/modules/play/start-position.js'
import { resumeSegmentStart, toResumePosition } from '../../../src/player/media/resume-position.js'

test.each([
  [0, 60, 0],
  [4.9, 60, 0],
  [5, 60, 3],
  [30, 60, 28],
  [57, 60, 55],
  [57.1, 60, 0]
])('somebody who stopped at %d of %d s goes on at %d', (position, duration, expected) => {
  expect(toResumePosition(position, duration)).toBe(expected)
})

test('a resumed episode never starts before its beginning or after its end', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e5, noNaN: true }),
      fc.double({ min: 0, max: 1e5, noNaN: true }),
      (position, duration) => {
        const start = toResumePosition(position, duration)
        expect(start).toBeGreaterThanOrEqual(0)
        expect(start).toBeLessThanOrEqual(duration)
      }
    )
  )
})

test('the server begins where the player resumes', () => {
  const seconds = fc.double({ min: 0, max: 1e4, noNaN: true })
  fc.assert(
    fc.property(seconds, seconds, (position, duration) => {
      expect(toServerResumePosition(position, duration)).toBe(toResumePosition(position, duration))
    })
  )
})

test.each([
  [0, 0],
  [9, 6],
  [30, 27],
  [99, 0]
])('somebody who stopped at %d s sees the segment that begins at %d s', (position_s, expected) => {
  const entries = Array.from({ length: 20 }, (_, index) => `#EXTINF:3,\n${index}.m4s`)
  const opening = {
    codecs: '',
    playlist: `#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n${entries.join('\n')}\n`,
    base_url: 'https://a.example/',
    master: ''
  }
  const episode = { id: 'e', no: 1, title: '', duration_s: 60 }
  expect(resumeSegmentStart({ episode, opening, position_s })).toBe(expected)
})
