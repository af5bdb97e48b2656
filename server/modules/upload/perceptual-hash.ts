// What a picture looks like, in bits that survive another size, another compression and cut edges.
import type { Fingerprint } from '../reward/duplicate-image/fingerprint.js'

/** The small picture that looks are taken from, in pixels; red, green and blue one after the other. */
export const SMALL = { width: 96, height: 160 } as const

const COLUMNS = 20
const ROWS = 40
/** How much brighter, or redder, the right neighbour must be; less is noise of compression. */
const BRIGHTER = 3
const REDDER = 6
/** Below this many set bits all plain pictures look the same. */
const FEWEST_BITS = 60
/** Standard deviation of brightness, of 255, under which there is nothing to see. */
const BLANK = 6

/** Parts that are cut off at the left, the top, the right and the bottom. */
type CropBox = readonly [number, number, number, number]

const WHOLE: CropBox = [0, 0, 0, 0]

const cuts: readonly CropBox[] = [
  WHOLE,
  ...([
    [0.02, 0, 0, 0],
    [0, 0.02, 0, 0],
    [0, 0, 0.02, 0],
    [0, 0, 0, 0.02]
  ] as const),
  ...([
    [0.01, 0.01, 0.01, 0.01],
    [0.015, 0.015, 0.015, 0.015],
    [0.02, 0.02, 0.02, 0.02]
  ] as const),
  ...([
    [0.02, 0.02, 0, 0],
    [0, 0, 0.02, 0.02],
    [0, 0.02, 0, 0.02],
    [0.02, 0, 0.02, 0]
  ] as const),
  ...([
    [0.01, 0.01, 0, 0],
    [0, 0, 0.01, 0.01]
  ] as const)
]

/** The looks of a small picture, and of the same one turned and mirrored. */
export function perceptualHash(pixels: Uint8Array, turned: readonly Uint8Array[] = []): Fingerprint {
  const { brightness, redness } = channelsOf(pixels)
  const bits = cuts.map(cut => gradients(brightness, cut, BRIGHTER) + gradients(redness, cut, REDDER))
  const set = [...(bits[0] ?? '')].filter(bit => bit === '1').length
  const isBlank = deviation(brightness) < BLANK
  return { bits, turned: turned.map(wholeLooks), small: null, isBlank, isPlain: set < FEWEST_BITS }
}

function wholeLooks(pixels: Uint8Array): string {
  const { brightness, redness } = channelsOf(pixels)
  return gradients(brightness, WHOLE, BRIGHTER) + gradients(redness, WHOLE, REDDER)
}

function channelsOf(pixels: Uint8Array) {
  const count = SMALL.width * SMALL.height
  const brightness = new Float64Array(count)
  const redness = new Float64Array(count)
  for (let place = 0; place < count; place++) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(3 * place, 3 * place + 3)
    brightness[place] = 0.3 * red + 0.59 * green + 0.11 * blue
    redness[place] = red - blue
  }
  return { brightness, redness }
}

/** For every cell but the last of a row: whether the next one is higher by more than `least`. */
function gradients(channel: Float64Array, cut: CropBox, least: number): string {
  const columns = COLUMNS + 1
  const cells = cellsOf(channel, cut, columns)
  let bits = ''
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const place = row * columns + column
      bits += (cells[place + 1] ?? 0) - (cells[place] ?? 0) > least ? '1' : '0'
    }
  }
  return bits
}

const SAMPLES = 3

/** Means of a grid over what is left after a cut, each of nine samples between the pixels. */
function cellsOf(channel: Float64Array, [left, top, right, bottom]: CropBox, columns: number): Float64Array {
  const cells = new Float64Array(columns * ROWS)
  const width = ((1 - left - right) * SMALL.width) / columns
  const height = ((1 - top - bottom) * SMALL.height) / ROWS
  for (let place = 0; place < cells.length; place++) {
    const x = left * SMALL.width + (place % columns) * width
    const y = top * SMALL.height + Math.floor(place / columns) * height
    let sum = 0
    for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
      const across = ((sample % SAMPLES) + 0.5) / SAMPLES
      const down = (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES
      sum += between(channel, x + width * across - 0.5, y + height * down - 0.5)
    }
    cells[place] = sum / (SAMPLES * SAMPLES)
  }
  return cells
}

/** The value between four pixels. */
function between(channel: Float64Array, wantedX: number, wantedY: number): number {
  const x = Math.min(SMALL.width - 1, Math.max(0, wantedX))
  const y = Math.min(SMALL.height - 1, Math.max(0, wantedY))
  const [column, row] = [Math.floor(x), Math.floor(y)]
  const at = (i: number, j: number) =>
    channel[Math.min(SMALL.height - 1, j) * SMALL.width + Math.min(SMALL.width - 1, i)] ?? 0
  const upper = at(column, row) * (1 - (x - column)) + at(column + 1, row) * (x - column)
  const lower = at(column, row + 1) * (1 - (x - column)) + at(column + 1, row + 1) * (x - column)
  return upper * (1 - (y - row)) + lower * (y - row)
}

function deviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}
