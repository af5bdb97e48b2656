// Aligns two reduced pictures that may be turned, mirrored, cut off or extended, and measures how much they differ.

/** Square, so that turning a picture moves its pixels without changing them. */
export const REDUCED_SIDE_PX = 80

/** One byte per pixel. `redness` is half of red minus blue, around 128. */
export interface ReducedImage {
  brightness: Uint8Array
  redness: Uint8Array
}

export const formatReducedImage = ({ brightness, redness }: ReducedImage) =>
  Buffer.concat([brightness, redness]).toString('base64')

export function parseReducedImage(text: string | null): ReducedImage | null {
  const bytes = Buffer.from(text ?? '', 'base64')
  const size = REDUCED_SIDE_PX * REDUCED_SIDE_PX
  if (bytes.length !== 2 * size) return null
  return { brightness: new Uint8Array(bytes.subarray(0, size)), redness: new Uint8Array(bytes.subarray(size)) }
}

export function toReducedImage(pixels: Uint8Array): ReducedImage {
  const brightness = new Uint8Array(REDUCED_SIDE_PX * REDUCED_SIDE_PX)
  const redness = new Uint8Array(REDUCED_SIDE_PX * REDUCED_SIDE_PX)
  for (let index = 0; index < REDUCED_SIDE_PX * REDUCED_SIDE_PX; index++) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(3 * index, 3 * index + 3)
    brightness[index] = Math.round(0.3 * red + 0.59 * green + 0.11 * blue)
    redness[index] = 128 + (red - blue) / 2
  }
  return { brightness, redness }
}

/**
 * How far the upper picture extends beyond the lower one at the left, top, right and bottom, as a part of the side.
 * Negative where it is cut off.
 */
type Edges = readonly [number, number, number, number]

interface Alignment {
  edges: Edges
  correlation: number
}

const MIN_CORRELATION = 0.6
const MIN_ROUGH_CORRELATION = 0.45
const MAX_CANDIDATES = 2
/** As a part of the side. Larger shifts are other pictures, such as a chat that went on. */
const MAX_EDGE_SHIFT = 0.12
const MIN_COVERAGE = 0.75

export type OrientedImages = readonly (ReducedImage & { half: Uint8Array })[]

export function createOrientations({ brightness, redness }: ReducedImage): OrientedImages {
  return Array.from({ length: 8 }, (_, orientation) => {
    const turned = { brightness: turn(brightness, orientation), redness: turn(redness, orientation) }
    return { ...turned, half: halveSize(turned.brightness) }
  })
}

/** Differing bits, of 1600, at the best alignment; Infinity if there is none. */
export function measureAlignedDifference(lower: ReducedImage, upper: OrientedImages): number {
  const half = halveSize(lower.brightness)
  const candidates = upper
    .flatMap(turned =>
      START_EDGES.map(edges => ({ turned, edges, correlation: correlateSteps(half, turned.half, edges) }))
    )
    .toSorted((one, other) => other.correlation - one.correlation)
    .slice(0, MAX_CANDIDATES)
  let best = Number.POSITIVE_INFINITY
  for (const { turned, ...start } of candidates) {
    const rough = hillClimb(start, [0.02, 0.01], edges => correlateSteps(half, turned.half, edges))
    if (rough.correlation < MIN_ROUGH_CORRELATION) continue
    const fine = (edges: Edges) => correlateSteps(lower.brightness, turned.brightness, edges)
    const alignment = hillClimb({ edges: rough.edges, correlation: fine(rough.edges) }, [0.008, 0.004], fine)
    if (alignment.correlation >= MIN_CORRELATION) best = Math.min(best, differenceAt(lower, turned, alignment.edges))
  }
  return best
}

function turn(pixels: Uint8Array, orientation: number): Uint8Array {
  const last = REDUCED_SIDE_PX - 1
  return pixels.map((_pixel, index) => {
    const [row, column] = [Math.floor(index / REDUCED_SIDE_PX), index % REDUCED_SIDE_PX]
    const [y, x] = orientation >= 4 ? [column, row] : [row, column]
    const [fromY, fromX] = [(orientation & 1) === 0 ? y : last - y, (orientation & 2) === 0 ? x : last - x]
    return pixels[fromY * REDUCED_SIDE_PX + fromX] ?? 0
  })
}

const START_OFFSETS = [-0.04, 0, 0.04]
const START_EDGES: readonly Edges[] = START_OFFSETS.flatMap(side =>
  START_OFFSETS.flatMap(top => START_OFFSETS.map((bottom): Edges => [side, top, side, bottom]))
)

const EDGE_MOVES: readonly Edges[] = [
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

function hillClimb(from: Alignment, steps: readonly number[], measure: (edges: Edges) => number): Alignment {
  let best = from
  for (const step of steps) {
    for (let before = -2; best.correlation > before + 1e-3; ) {
      before = best.correlation
      for (const move of EDGE_MOVES) {
        for (const offset of [step, -step]) {
          const [left, top, right, bottom] = best.edges
          const [a, b, c, d] = move
          const edges: Edges = [left + offset * a, top + offset * b, right + offset * c, bottom + offset * d]
          if (edges.some(edge => Math.abs(edge) > MAX_EDGE_SHIFT)) continue
          const correlation = measure(edges)
          if (correlation > best.correlation) best = { edges, correlation }
        }
      }
    }
  }
  return best
}

function correlateSteps(lower: Uint8Array, upper: Uint8Array, [left, top, right, bottom]: Edges): number {
  const side = Math.sqrt(lower.length)
  const aligned = resample(upper, side, projectPoints(side, side, left, right), projectPoints(side, side, top, bottom))
  let productSum = 0
  let lowerSum = 0
  let upperSum = 0
  for (let index = 0; index < side * (side - 1); index++) {
    const here = aligned[index] ?? -1
    const across = aligned[index + 1] ?? -1
    const down = aligned[index + side] ?? -1
    if (here < 0 || across < 0 || down < 0 || index % side === side - 1) continue
    const lowerValue = lower[index] ?? 0
    const lowerAcross = clipStep((lower[index + 1] ?? 0) - lowerValue)
    const lowerDown = clipStep((lower[index + side] ?? 0) - lowerValue)
    const upperAcross = clipStep(across - here)
    const upperDown = clipStep(down - here)
    productSum += lowerAcross * upperAcross + lowerDown * upperDown
    lowerSum += lowerAcross * lowerAcross + lowerDown * lowerDown
    upperSum += upperAcross * upperAcross + upperDown * upperDown
  }
  return lowerSum > 0 && upperSum > 0 ? productSum / Math.sqrt(lowerSum * upperSum) : -1
}

/** Limits a step, so that one hard edge does not outweigh all text. */
const clipStep = (step: number) => Math.min(48, Math.max(-48, step))

/** Positions of `count` points on a side of the lower picture, measured in the upper one; -1 is outside. */
function projectPoints(count: number, side: number, from: number, to: number): Float32Array {
  const positions = new Float32Array(count)
  for (let point = 0; point < count; point++) {
    const position = (from + ((point + 0.5) / count) * (1 - from - to)) * side - 0.5
    positions[point] = position < -0.5 || position > side - 0.5 ? -1 : Math.min(side - 1, Math.max(0, position))
  }
  return positions
}

function resample(pixels: Uint8Array, side: number, xs: Float32Array, ys: Float32Array): Float32Array {
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
      const index = row * side + column
      const upper = (pixels[index] ?? 0) * (1 - across) + (pixels[index + 1] ?? 0) * across
      const lower = (pixels[index + side] ?? 0) * (1 - across) + (pixels[index + side + 1] ?? 0) * across
      values[j * xs.length + i] = upper * (1 - down) + lower * down
    }
  }
  return values
}

function halveSize(pixels: Uint8Array): Uint8Array {
  const side = REDUCED_SIDE_PX / 2
  return Uint8Array.from({ length: side * side }, (_, index) => {
    const corner = 2 * Math.floor(index / side) * REDUCED_SIDE_PX + 2 * (index % side)
    const at = (offset: number) => pixels[corner + offset] ?? 0
    return (at(0) + at(1) + at(REDUCED_SIDE_PX) + at(REDUCED_SIDE_PX + 1)) / 4
  })
}

const COLUMNS = 21
const ROWS = 40
/** Smaller differences between neighbours are compression noise. */
const MIN_BRIGHTNESS_STEP = 3
const MIN_REDNESS_STEP = 3

function differenceAt(lower: ReducedImage, upper: ReducedImage, edges: Edges): number {
  const brightness = compare(lower.brightness, upper.brightness, edges, MIN_BRIGHTNESS_STEP)
  const redness = compare(lower.redness, upper.redness, edges, MIN_REDNESS_STEP)
  const covered = brightness.covered / ((COLUMNS - 1) * ROWS)
  return covered < MIN_COVERAGE ? Number.POSITIVE_INFINITY : (brightness.differing + redness.differing) / covered
}

function compare(lower: Uint8Array, upper: Uint8Array, [left, top, right, bottom]: Edges, minStep: number) {
  const grid = (pixels: Uint8Array, edges: Edges) =>
    resample(
      pixels,
      REDUCED_SIDE_PX,
      projectPoints(4 * COLUMNS, REDUCED_SIDE_PX, edges[0], edges[2]),
      projectPoints(2 * ROWS, REDUCED_SIDE_PX, edges[1], edges[3])
    )
  const lowerMeans = averageCells(grid(lower, [0, 0, 0, 0]))
  const upperMeans = averageCells(grid(upper, [left, top, right, bottom]))
  let [differing, covered] = [0, 0]
  for (let index = 0; index < COLUMNS * ROWS - 1; index++) {
    const here = upperMeans[index] ?? -1
    const next = upperMeans[index + 1] ?? -1
    if (index % COLUMNS === COLUMNS - 1 || here < 0 || next < 0) continue
    covered += 1
    const isLowerStep = (lowerMeans[index + 1] ?? 0) - (lowerMeans[index] ?? 0) > minStep
    if (isLowerStep !== next - here > minStep) differing += 1
  }
  return { differing, covered }
}

function averageCells(values: Float32Array): Float32Array {
  return Float32Array.from({ length: COLUMNS * ROWS }, (_, index) => {
    const corner = 2 * Math.floor(index / COLUMNS) * 4 * COLUMNS + 4 * (index % COLUMNS)
    let sum = 0
    for (let value = 0; value < 8; value++) {
      const found = values[corner + Math.floor(value / 4) * 4 * COLUMNS + (value % 4)] ?? -1
      if (found < 0) return -1
      sum += found
    }
    return sum / 8
  })
}
