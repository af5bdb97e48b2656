// Compares pictures in a separate thread, because a search of all fingerprints and an alignment take up to a second.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { createOrientations, measureAlignedDifference, parseReducedImage } from './alignment.js'
import {
  createFingerprintIndex,
  type FingerprintRanking,
  type FingerprintRows,
  type FingerprintSearch
} from './fingerprint-index.js'

export type ComparerTask =
  | { kind: 'add'; rows: FingerprintRows; removeBefore: number }
  | { kind: 'search'; search: FingerprintSearch }
  | { kind: 'rank'; ranking: FingerprintRanking }
  | { kind: 'align'; small: string; others: readonly string[]; maxBits: number }

export type ComparerAnswer = { result: unknown } | { error: string }

/** A hundred thousand pictures: 300 MB. */
const MAX_ROWS = 1_400_000

const index = createFingerprintIndex(MAX_ROWS)

function run(task: ComparerTask): unknown {
  if (task.kind === 'search') return index.search(task.search)
  if (task.kind === 'rank') return index.rank(task.ranking)
  if (task.kind === 'align') return isAligned(task)
  index.removeBefore(task.removeBefore)
  index.add(task.rows)
  return index.count()
}

function isAligned({ small, others, maxBits }: ComparerTask & { kind: 'align' }): boolean {
  const reduced = parseReducedImage(small)
  if (reduced === null) return false
  const upper = createOrientations(reduced)
  return others.some(other => {
    const lower = parseReducedImage(other)
    return lower !== null && measureAlignedDifference(lower, upper) <= maxBits
  })
}

// Requests come first when processors are scarce. Only Linux sets it for a thread.
if (process.platform === 'linux') setPriority(10)

parentPort?.on('message', (task: ComparerTask) => {
  try {
    parentPort?.postMessage({ result: run(task) } satisfies ComparerAnswer)
  } catch (error) {
    parentPort?.postMessage({ error: String(error) } satisfies ComparerAnswer)
  }
})
