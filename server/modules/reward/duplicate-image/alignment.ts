// Lays one small picture over another, whichever way it was turned and whatever edges were cut off or added, and says
// how far they differ where they fit best.

/** Sides of a small picture: square, so that turning it moves its pixels and changes none. */
export const SIDE = 80

/** A picture by `SIDE` times `SIDE` pixels, of one byte each; `redness` is red without blue, halved, around 128. */
export interface ReducedImage {
  brightness: Uint8Array
  redness: Uint8Array
}

/** As it is kept: brightness, then redness, in base64. */
export const writeSmall = ({ brightness, redness }: ReducedImage) =>
  Buffer.concat([brightness, redness]).toString('base64')

/** Null for what is no small picture. */
export function readSmall(text: string | null): ReducedImage | null {
  const bytes = Buffer.from(text ?? '', 'base64')
  const size = SIDE * SIDE
  if (bytes.length !== 2 * size) return null
  return { brightness: new Uint8Array(bytes.subarray(0, size)), redness: new Uint8Array(bytes.subarray(size)) }
}

/** The small picture of pixels that are red, green and blue one after the other, `SIDE` times `SIDE`. */
export function smallOf(pixels: Uint8Array): ReducedImage {
  const brightness = new Uint8Array(SIDE * SIDE)
  const redness = new Uint8Array(SIDE * SIDE)
  for (let place = 0; place < SIDE * SIDE; place++) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(3 * place, 3 * place + 3)
    brightness[place] = Math.round(0.3 * red + 0.59 * green + 0.11 * blue)
    redness[place] = 128 + (red - blue) / 2
  }
  return { brightness, redness }
}

/** Parts that the upper picture has more than the lower at the left, top, right and bottom; below 0 it lacks them. */
type Edges = readonly [number, number, number, number]

/** One way of laying the upper picture, and how well its steps follow the lower one's: from -1 to 1. */
interface Place {
  edges: Edges
  value: number
}

/** Below this, two pictures do not follow each other at all, however they are laid. */
const LEAST_LIKE = 0.6
const LEAST_ROUGHLY = 0.45
/** Of all ways and places to begin with, so many of the best are followed. */
const TRIED = 2
/** No further than this, as a part of a side: what moved more is another picture, as a chat that went on is. */
const FURTHEST = 0.12
/** Of the cells of the lower picture, so many must lie on the upper one. */
const LEAST_COVERED = 0.75

/** A picture ready to be laid over others in eight ways: turned by quarters, and all of these mirrored. */
export type Upper = readonly (ReducedImage & { half: Uint8Array })[]

export function allOrientations({ brightness, redness }: ReducedImage): Upper {
  return Array.from({ length: 8 }, (_, way) => {
    const turned = { brightness: turn(brightness, way), redness: turn(redness, way) }
    return { ...turned, half: halved(turned.brightness) }
  })
}

/** How many of 1600 bits differ between two pictures at their best place; Infinity where they have none. */
export function alignedDifference(lower: ReducedImage, upper: Upper): number {
  const half = halved(lower.brightness)
  const begun = upper
    .flatMap(turned => starts.map(edges => ({ turned, edges, value: likeness(half, turned.half, edges) })))
    .toSorted((one, other) => other.value - one.value)
    .slice(0, TRIED)
  let best = Number.POSITIVE_INFINITY
  for (const { turned, ...start } of begun) {
    const rough = hillClimb(start, [0.02, 0.01], edges => likeness(half, turned.half, edges))
    if (rough.value < LEAST_ROUGHLY) continue
    const fine = (edges: Edges) => likeness(lower.brightness, turned.brightness, edges)
    const place = hillClimb({ edges: rough.edges, value: fine(rough.edges) }, [0.008, 0.004], fine)
    if (place.value >= LEAST_LIKE) best = Math.min(best, differenceAt(lower, turned, place.edges))
  }
  return best
}

function turn(pixels: Uint8Array, way: number): Uint8Array {
  const last = SIDE - 1
  return pixels.map((_pixel, place) => {
    const [row, column] = [Math.floor(place / SIDE), place % SIDE]
    const [y, x] = way >= 4 ? [column, row] : [row, column]
    const [fromY, fromX] = [(way & 1) === 0 ? y : last - y, (way & 2) === 0 ? x : last - x]
    return pixels[fromY * SIDE + fromX] ?? 0
  })
}

const thirds = [-0.04, 0, 0.04]
const starts: readonly Edges[] = thirds.flatMap(side =>
  thirds.flatMap(top => thirds.map((bottom): Edges => [side, top, side, bottom]))
)

/** One edge alone, a whole side moved, a side made narrower, all sides at once. */
const moves: readonly Edges[] = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
  [1, 0, -1, 0],
  [0, 1, 0, -1],
  [1, 0, 1, 0],
  [0, 1, 0, 1],
  [1, 1, 1, 1]
]

/** Moves edges by ever smaller steps for as long as that helps. */
function hillClimb(from: Place, steps: readonly number[], measure: (edges: Edges) => number): Place {
  let best = from
  for (const step of steps) {
    for (let before = -2; best.value > before + 1e-3; ) {
      before = best.value
      for (const move of moves) {
        for (const way of [step, -step]) {
          const [left, top, right, bottom] = best.edges
          const [a, b, c, d] = move
          const edges: Edges = [left + way * a, top + way * b, right + way * c, bottom + way * d]
          if (edges.some(edge => Math.abs(edge) > FURTHEST)) continue
          const value = measure(edges)
          if (value > best.value) best = { edges, value }
        }
      }
    }
  }
  return best
}

/** Correlation of the steps in brightness, across and down, where both pictures have something: from -1 to 1. */
function likeness(lower: Uint8Array, upper: Uint8Array, [left, top, right, bottom]: Edges): number {
  const side = Math.sqrt(lower.length)
  const laid = resampled(upper, side, spread(side, side, left, right), spread(side, side, top, bottom))
  let both = 0
  let ones = 0
  let others = 0
  for (let place = 0; place < side * (side - 1); place++) {
    const here = laid[place] ?? -1
    const across = laid[place + 1] ?? -1
    const down = laid[place + side] ?? -1
    if (here < 0 || across < 0 || down < 0 || place % side === side - 1) continue
    const own = lower[place] ?? 0
    const ownAcross = clip((lower[place + 1] ?? 0) - own)
    const ownDown = clip((lower[place + side] ?? 0) - own)
    const otherAcross = clip(across - here)
    const otherDown = clip(down - here)
    both += ownAcross * otherAcross + ownDown * otherDown
    ones += ownAcross * ownAcross + ownDown * ownDown
    others += otherAcross * otherAcross + otherDown * otherDown
  }
  return ones > 0 && others > 0 ? both / Math.sqrt(ones * others) : -1
}

/** One hard edge must not outweigh all that is written. */
const clip = (step: number) => Math.min(48, Math.max(-48, step))

/** Where `count` points of the lower picture's side lie in the upper one; -1 for what is outside. */
function spread(count: number, side: number, from: number, to: number): Float32Array {
  const places = new Float32Array(count)
  for (let point = 0; point < count; point++) {
    const place = (from + ((point + 0.5) / count) * (1 - from - to)) * side - 0.5
    places[point] = place < -0.5 || place > side - 0.5 ? -1 : Math.min(side - 1, Math.max(0, place))
  }
  return places
}

/** The values between four pixels each; -1 outside. */
function resampled(pixels: Uint8Array, side: number, xs: Float32Array, ys: Float32Array): Float32Array {
  const values = new Float32Array(xs.length * ys.length).fill(-1)
  for (let j = 0; j < ys.length; j++) {
    const y = ys[j] ?? -1
    if (y < 0) continue
    const row = Math.min(side - 2, Math.floor(y))
    const down = y - row
    for (let i = 0; i < xs.length; i++) {
      const x = xs[i] ?? -1
      if (x < 0) continue
      const column = Math.min(side - 2, Math.floor(x))
      const across = x - column
      const place = row * side + column
      const upper = (pixels[place] ?? 0) * (1 - across) + (pixels[place + 1] ?? 0) * across
      const lower = (pixels[place + side] ?? 0) * (1 - across) + (pixels[place + side + 1] ?? 0) * across
      values[j * xs.length + i] = upper * (1 - down) + lower * down
    }
  }
  return values
}

function halved(pixels: Uint8Array): Uint8Array {
  const side = SIDE / 2
  return Uint8Array.from({ length: side * side }, (_, place) => {
    const corner = 2 * Math.floor(place / side) * SIDE + 2 * (place % side)
    const at = (offset: number) => pixels[corner + offset] ?? 0
    return (at(0) + at(1) + at(SIDE) + at(SIDE + 1)) / 4
  })
}

const COLUMNS = 21
const ROWS = 40
/** How much brighter, or redder, the right neighbour must be; less is noise of compression. */
const BRIGHTER = 3
const REDDER = 3

/** Bits that differ, of 1600, where the upper picture covers the lower; Infinity where that is too little. */
function differenceAt(lower: ReducedImage, upper: ReducedImage, edges: Edges): number {
  const brightness = compare(lower.brightness, upper.brightness, edges, BRIGHTER)
  const redness = compare(lower.redness, upper.redness, edges, REDDER)
  const covered = brightness.covered / ((COLUMNS - 1) * ROWS)
  return covered < LEAST_COVERED ? Number.POSITIVE_INFINITY : (brightness.differing + redness.differing) / covered
}

function compare(lower: Uint8Array, upper: Uint8Array, [left, top, right, bottom]: Edges, least: number) {
  const grid = (pixels: Uint8Array, edges: Edges) =>
    resampled(pixels, SIDE, spread(4 * COLUMNS, SIDE, edges[0], edges[2]), spread(2 * ROWS, SIDE, edges[1], edges[3]))
  const own = means(grid(lower, [0, 0, 0, 0]))
  const other = means(grid(upper, [left, top, right, bottom]))
  let [differing, covered] = [0, 0]
  for (let place = 0; place < COLUMNS * ROWS - 1; place++) {
    const here = other[place] ?? -1
    const next = other[place + 1] ?? -1
    if (place % COLUMNS === COLUMNS - 1 || here < 0 || next < 0) continue
    covered += 1
    const isOwn = (own[place + 1] ?? 0) - (own[place] ?? 0) > least
    if (isOwn !== next - here > least) differing += 1
  }
  return { differing, covered }
}

/** Means of cells of four by two values; -1 where one of them is outside. */
function means(values: Float32Array): Float32Array {
  return Float32Array.from({ length: COLUMNS * ROWS }, (_, place) => {
    const corner = 2 * Math.floor(place / COLUMNS) * 4 * COLUMNS + 4 * (place % COLUMNS)
    let sum = 0
    for (let value = 0; value < 8; value++) {
      const found = values[corner + Math.floor(value / 4) * 4 * COLUMNS + (value % 4)] ?? -1
      if (found < 0) return -1
      sum += found
    }
    return sum / 8
  })
}
