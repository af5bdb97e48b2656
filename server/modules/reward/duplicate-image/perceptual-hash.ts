import type { Fingerprint } from './fingerprint.js'

/** Size in pixels. Each pixel has three bytes: red, green, blue. */
export const HASH_IMAGE_SIZE_PX = { width: 96, height: 160 } as const

const COLUMNS = 20
const ROWS = 40
/** Minimum difference to the right neighbour; less is compression noise. */
const MIN_BRIGHTNESS_STEP = 3
const MIN_REDNESS_STEP = 6
const MIN_DISTINCT_BITS = 60
/** Standard deviation of brightness (0 to 255) below which a picture is blank. */
const MAX_BLANK_DEVIATION = 6

type CropBox = readonly [left: number, top: number, right: number, bottom: number]

const NO_CROP: CropBox = [0, 0, 0, 0]

const crops: readonly CropBox[] = [
  NO_CROP,
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

export function perceptualHash(pixels: Uint8Array, turned: readonly Uint8Array[] = []): Fingerprint {
  const { brightness, redness } = readChannels(pixels)
  const bits = crops.map(
    crop => computeGradients(brightness, crop, MIN_BRIGHTNESS_STEP) + computeGradients(redness, crop, MIN_REDNESS_STEP)
  )
  const set = [...(bits[0] ?? '')].filter(bit => bit === '1').length
  const isBlank = computeDeviation(brightness) < MAX_BLANK_DEVIATION
  return { bits, turned: turned.map(hashWhole), small: null, isBlank, isPlain: set < MIN_DISTINCT_BITS }
}

function hashWhole(pixels: Uint8Array): string {
  const { brightness, redness } = readChannels(pixels)
  return (
    computeGradients(brightness, NO_CROP, MIN_BRIGHTNESS_STEP) + computeGradients(redness, NO_CROP, MIN_REDNESS_STEP)
  )
}

function readChannels(pixels: Uint8Array) {
  const count = HASH_IMAGE_SIZE_PX.width * HASH_IMAGE_SIZE_PX.height
  const brightness = new Float64Array(count)
  const redness = new Float64Array(count)
  for (let index = 0; index < count; index++) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(3 * index, 3 * index + 3)
    brightness[index] = 0.3 * red + 0.59 * green + 0.11 * blue
    redness[index] = red - blue
  }
  return { brightness, redness }
}

function computeGradients(channel: Float64Array, crop: CropBox, minStep: number): string {
  const columns = COLUMNS + 1
  const cells = computeCells(channel, crop, columns)
  let bits = ''
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const index = row * columns + column
      bits += (cells[index + 1] ?? 0) - (cells[index] ?? 0) > minStep ? '1' : '0'
    }
  }
  return bits
}

const SAMPLES_PER_SIDE = 3

function computeCells(channel: Float64Array, [left, top, right, bottom]: CropBox, columns: number): Float64Array {
  const cells = new Float64Array(columns * ROWS)
  const width = ((1 - left - right) * HASH_IMAGE_SIZE_PX.width) / columns
  const height = ((1 - top - bottom) * HASH_IMAGE_SIZE_PX.height) / ROWS
  for (let index = 0; index < cells.length; index++) {
    const x = left * HASH_IMAGE_SIZE_PX.width + (index % columns) * width
    const y = top * HASH_IMAGE_SIZE_PX.height + Math.floor(index / columns) * height
    let sum = 0
    for (let sample = 0; sample < SAMPLES_PER_SIDE * SAMPLES_PER_SIDE; sample++) {
      const across = ((sample % SAMPLES_PER_SIDE) + 0.5) / SAMPLES_PER_SIDE
      const down = (Math.floor(sample / SAMPLES_PER_SIDE) + 0.5) / SAMPLES_PER_SIDE
      sum += interpolate(channel, x + width * across - 0.5, y + height * down - 0.5)
    }
    cells[index] = sum / (SAMPLES_PER_SIDE * SAMPLES_PER_SIDE)
  }
  return cells
}

function interpolate(channel: Float64Array, wantedX: number, wantedY: number): number {
  const x = Math.min(HASH_IMAGE_SIZE_PX.width - 1, Math.max(0, wantedX))
  const y = Math.min(HASH_IMAGE_SIZE_PX.height - 1, Math.max(0, wantedY))
  const [column, row] = [Math.floor(x), Math.floor(y)]
  const at = (i: number, j: number) =>
    channel[
      Math.min(HASH_IMAGE_SIZE_PX.height - 1, j) * HASH_IMAGE_SIZE_PX.width + Math.min(HASH_IMAGE_SIZE_PX.width - 1, i)
    ] ?? 0
  const upper = at(column, row) * (1 - (x - column)) + at(column + 1, row) * (x - column)
  const lower = at(column, row + 1) * (1 - (x - column)) + at(column + 1, row + 1) * (x - column)
  return upper * (1 - (y - row)) + lower * (y - row)
}

function computeDeviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}
