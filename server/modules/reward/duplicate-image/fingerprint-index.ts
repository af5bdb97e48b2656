/** A fingerprint has 1600 bits. */
export const FINGERPRINT_BYTES = 200
const WORDS = FINGERPRINT_BYTES / 4
/** 820 kB of fingerprints. */
const BLOCK_ROWS = 4096

/** One row of `reward_prints` after the other; `bits` has 200 bytes each. Times are Unix milliseconds. */
export interface FingerprintRows {
  bits: Uint8Array
  positions: Int32Array
  nos: Uint8Array
  times: Float64Array
}

export interface FingerprintSearch {
  /** Strings of 0 and 1, as in Fingerprint. */
  bits: readonly string[]
  turned: readonly string[]
  /** Exclusive limits of the positions. */
  after: number
  before: number
  nearSince: number
  rankSince: number
  maxNearBits: number
  innerCropIndex: number
  maxRanked: number
}

export interface NearFingerprint {
  position: number
  distanceBits: number
}

/** `ranked` has the pictures that are the least different, the nearest first. */
export interface FingerprintMatches {
  isNear: boolean
  ranked: NearFingerprint[]
}

export type FingerprintRanking = Omit<FingerprintSearch, 'nearSince' | 'maxNearBits'> & { maxRankedBits: number }

export interface FingerprintIndex {
  add(rows: FingerprintRows): void
  removeBefore(time: number): void
  search(search: FingerprintSearch): FingerprintMatches
  rank(ranking: FingerprintRanking): NearFingerprint[]
  count(): number
}

interface Block {
  words: Uint32Array
  ones: Uint16Array
  positions: Int32Array
  nos: Uint8Array
  times: Float64Array
  count: number
}

/**
 * Reads all rows for each search. A million rows take less than 0.5 s, because most comparisons end after a quarter of
 * the bits, and need 215 MB.
 */
export function createFingerprintIndex(maxRows: number): FingerprintIndex {
  const blocks: Block[] = []
  const count = () => blocks.reduce((sum, block) => sum + block.count, 0)
  return {
    count,
    add: rows => {
      for (let row = 0; row < rows.positions.length; row++) addRow(takeOpenBlock(blocks), rows, row)
      while (count() > maxRows && blocks.length > 1) blocks.shift()
    },
    removeBefore: time => {
      while (blocks[0]?.times.subarray(0, blocks[0].count).every(at => at <= time)) blocks.shift()
    },
    search: search => {
      const isNear = hasNear(blocks, search)
      const ranking = { ...search, maxRankedBits: 8 * FINGERPRINT_BYTES }
      return { isNear, ranked: isNear || search.maxRanked === 0 ? [] : rank(blocks, ranking) }
    },
    rank: ranking => rank(blocks, ranking)
  }
}

function takeOpenBlock(blocks: Block[]): Block {
  const last = blocks.at(-1)
  if (last !== undefined && last.count < BLOCK_ROWS) return last
  const block = {
    words: new Uint32Array(BLOCK_ROWS * WORDS),
    ones: new Uint16Array(BLOCK_ROWS),
    positions: new Int32Array(BLOCK_ROWS),
    nos: new Uint8Array(BLOCK_ROWS),
    times: new Float64Array(BLOCK_ROWS),
    count: 0
  }
  blocks.push(block)
  return block
}

function addRow(block: Block, rows: FingerprintRows, row: number): void {
  const at = block.count
  const bytes = rows.bits.slice(row * FINGERPRINT_BYTES, (row + 1) * FINGERPRINT_BYTES)
  const words = new Uint32Array(bytes.buffer)
  block.words.set(words, at * WORDS)
  block.ones[at] = countOnes(words)
  block.positions[at] = rows.positions[row] ?? 0
  block.nos[at] = rows.nos[row] ?? 0
  block.times[at] = rows.times[row] ?? 0
  block.count += 1
}

/** The whole picture against all rows, and its variants against whole pictures. */
function hasNear(blocks: readonly Block[], search: FingerprintSearch): boolean {
  const { after, before, nearSince, maxNearBits } = search
  const queries = parseQueries([...search.bits, ...search.turned])
  for (const { words, ones, positions, nos, times, count } of blocks) {
    for (let row = 0; row < count; row++) {
      const position = positions[row] ?? 0
      if (position <= after || position >= before || (times[row] ?? 0) <= nearSince) continue
      const queryCount = nos[row] === 0 ? queries.count : Math.min(1, queries.count)
      if (measureNearest(queries, queryCount, words, ones, row, maxNearBits + 1) <= maxNearBits) return true
    }
  }
  return false
}

function rank(blocks: readonly Block[], ranking: FingerprintRanking): NearFingerprint[] {
  const { after, before, rankSince, innerCropIndex, maxRanked, maxRankedBits } = ranking
  const variants = [ranking.bits[0], ranking.bits[innerCropIndex], ...ranking.turned]
  const queries = parseQueries(variants.filter(bits => bits !== undefined))
  // A quarter turn exchanges horizontal and vertical steps, so that the number of ones may halve or double. A border
  // adds some.
  const minOnes = Math.floor(Math.min(...queries.ones) * 0.5)
  const maxOnes = Math.ceil(Math.max(...queries.ones) * 2)
  const nearest: NearFingerprint[] = []
  let limit = maxRankedBits + 1
  for (const { words, ones, positions, nos, times, count } of blocks) {
    for (let row = 0; row < count; row++) {
      const position = positions[row] ?? 0
      const rowOnes = ones[row] ?? 0
      if ((nos[row] !== 0 && nos[row] !== innerCropIndex) || rowOnes < minOnes || rowOnes > maxOnes) continue
      if (position <= after || position >= before || (times[row] ?? 0) <= rankSince) continue
      const distanceBits = measureNearest(queries, queries.count, words, ones, row, limit)
      if (distanceBits >= limit) continue
      const known = nearest.find(one => one.position === position)
      if (known === undefined) nearest.push({ position, distanceBits })
      else known.distanceBits = Math.min(known.distanceBits, distanceBits)
      nearest.sort((one, other) => one.distanceBits - other.distanceBits)
      nearest.length = Math.min(nearest.length, maxRanked)
      if (nearest.length === maxRanked) limit = nearest.at(-1)?.distanceBits ?? limit
    }
  }
  return nearest
}

/** `words` has 50 words of each. */
interface Queries {
  words: Uint32Array
  ones: Uint16Array
  count: number
}

function parseQueries(variants: readonly string[]): Queries {
  const bytes = new Uint8Array(variants.length * FINGERPRINT_BYTES)
  for (const [index, bits] of variants.entries()) {
    // The first bit is the highest of the first byte, as Postgres sends it.
    for (let bit = 0; bit < bits.length; bit++) {
      const at = index * FINGERPRINT_BYTES + (bit >> 3)
      if (bits[bit] === '1') bytes[at] = (bytes[at] ?? 0) | (128 >> (bit & 7))
    }
  }
  const words = new Uint32Array(bytes.buffer)
  const ones = Uint16Array.from(variants, (_, index) => countOnes(words.subarray(index * WORDS, (index + 1) * WORDS)))
  return { words, ones, count: variants.length }
}

const countOnes = (words: Uint32Array) => words.reduce((sum, word) => sum + countBits(word), 0)

/** Differing bits between the row and the nearest of the first `queryCount` queries; `limit` if none is below it. */
function measureNearest(
  queries: Queries,
  queryCount: number,
  words: Uint32Array,
  ones: Uint16Array,
  row: number,
  limit: number
): number {
  const rowOnes = ones[row] ?? 0
  let nearest = limit
  for (let query = 0; query < queryCount; query++) {
    // Fingerprints differ at least by the difference of their ones.
    const difference = (queries.ones[query] ?? 0) - rowOnes
    if (difference >= nearest || -difference >= nearest) continue
    const distance = measureDistance(queries.words, query * WORDS, words, row * WORDS, nearest)
    if (distance < nearest) nearest = distance
  }
  return nearest
}

/** Ends early at `limit` or above. */
function measureDistance(one: Uint32Array, from: number, other: Uint32Array, at: number, limit: number): number {
  let distance = 0
  for (let word = 0; word < WORDS && distance < limit; word += 5) {
    const [i, j] = [from + word, at + word]
    distance +=
      countBits((one[i] ?? 0) ^ (other[j] ?? 0)) +
      countBits((one[i + 1] ?? 0) ^ (other[j + 1] ?? 0)) +
      countBits((one[i + 2] ?? 0) ^ (other[j + 2] ?? 0)) +
      countBits((one[i + 3] ?? 0) ^ (other[j + 3] ?? 0)) +
      countBits((one[i + 4] ?? 0) ^ (other[j + 4] ?? 0))
  }
  return distance
}

/** https://graphics.stanford.edu/~seander/bithacks.html#CountBitsSetParallel */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
