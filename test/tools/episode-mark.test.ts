import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeEpisodeMark, encodeEpisodeMark, MARK_CELLS } from '../../tools/sample/episode-mark.js'

const BRIGHT = 68
const DARK = 20

/** Brightness of the cells as a decoded video returns it, each changed by `noise`. */
const levelsOf = (cells: readonly boolean[], noise: readonly number[] = []) =>
  cells.map((isBright, cell) => (isBright ? BRIGHT : DARK) + (noise[cell] ?? 0))

test('every drama and episode comes back from its own mark, and from no other', () => {
  const seen = new Set<string>()
  for (let drama = 1; drama <= 12; drama++) {
    for (let episode = 1; episode <= 255; episode++) {
      const cells = encodeEpisodeMark(drama, episode)
      seen.add(cells.map(Number).join(''))
      expect(decodeEpisodeMark(levelsOf(cells))).toEqual({ drama, episode })
    }
  }
  expect(seen.size).toBe(12 * 255)
})

test('it is read through the noise of a coarse quantiser', () => {
  const noise = fc.array(fc.integer({ min: -6, max: 6 }), { minLength: MARK_CELLS, maxLength: MARK_CELLS })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 80 }), noise, (drama, episode, changes) => {
      expect(decodeEpisodeMark(levelsOf(encodeEpisodeMark(drama, episode), changes))).toEqual({ drama, episode })
    })
  )
})

test('one wrong cell, and a frame without a mark, are not mistaken for an episode', () => {
  for (let cell = 0; cell < MARK_CELLS; cell++) {
    const cells = encodeEpisodeMark(5, 42)
    cells[cell] = !cells[cell]
    expect(decodeEpisodeMark(levelsOf(cells))).toBeNull()
  }
  expect(decodeEpisodeMark(Array(MARK_CELLS).fill(200))).toBeNull()
  expect(decodeEpisodeMark([])).toBeNull()
})

test('a picture that only begins like a mark is not one', () => {
  const levels = levelsOf(encodeEpisodeMark(5, 42))
  levels[7] = (BRIGHT + DARK) / 2 + 1
  expect(decodeEpisodeMark(levels)).toBeNull()
})

test('what does not fit is refused', () => {
  for (const [drama, episode] of [
    [0, 1],
    [16, 1],
    [1, 0],
    [1, 256],
    [1.5, 1]
  ] as const)
    expect(() => encodeEpisodeMark(drama, episode)).toThrow(RangeError)
})
