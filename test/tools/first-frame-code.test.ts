import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode, encode, stripGeometry } from '../../tools/sample/first-frame-code.js'

/** Draws a frame with the strip as a decoded video returns it: off-white, off-black, with noise. */
const draw = (cells: readonly boolean[], width: number, height: number, noise = 0): Uint8ClampedArray => {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(90)
  const size = stripGeometry.cell * width
  cells.forEach((white, cell) => {
    const left = stripGeometry.left * width + cell * size
    for (let y = Math.round(stripGeometry.top * height); y < stripGeometry.top * height + size; y++) {
      for (let x = Math.round(left); x < left + size; x++) {
        const level = (white ? 225 : 25) + ((x * 7 + y * 13) % 5) * noise
        pixels.fill(level, (y * width + x) * 4, (y * width + x) * 4 + 3)
      }
    }
  })
  return pixels
}

test('every drama and episode comes back from its own strip, and from no other', () => {
  const seen = new Set<string>()
  for (let drama = 1; drama <= 12; drama++) {
    for (let episode = 1; episode <= 255; episode++) {
      const cells = encode(drama, episode)
      seen.add(cells.map(Number).join(''))
      if (episode <= 80) expect(decode(draw(cells, 80, 142), 80, 142)).toEqual({ drama, episode })
    }
  }
  expect(seen.size).toBe(12 * 255)
})

test('it is read at every size of the player, through noise', () => {
  const size = fc.integer({ min: 180, max: 720 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 80 }), size, (drama, episode, width) => {
      const height = Math.round((width * 16) / 9)
      expect(decode(draw(encode(drama, episode), width, height, 6), width, height)).toEqual({ drama, episode })
    }),
    { numRuns: 25 }
  )
})

test('one wrong cell, and a frame without a strip, are not mistaken for an episode', () => {
  for (let cell = 0; cell < 16; cell++) {
    const cells = encode(5, 42)
    cells[cell] = !cells[cell]
    expect(decode(draw(cells, 360, 640), 360, 640)).toBeNull()
  }
  expect(decode(new Uint8ClampedArray(360 * 640 * 4).fill(200), 360, 640)).toBeNull()
  expect(decode(new Uint8ClampedArray(0), 0, 0)).toBeNull()
})

test('what does not fit is refused', () => {
  for (const [drama, episode] of [
    [0, 1],
    [16, 1],
    [1, 0],
    [1, 256],
    [1.5, 1]
  ] as const)
    expect(() => encode(drama, episode)).toThrow(RangeError)
})
