import { statfs } from 'node:fs/promises'
import { DatabaseUnavailable } from '../database-error.js'

export const MIN_FREE_BYTES = 200 * 1024 * 1024
const MEASURE_INTERVAL_MS = 1000
const READ_STATEMENT = /^\s*(select|begin|commit|rollback|show|set|declare|fetch|close)\b/i

export type FreeBytes = () => Promise<number>

export const createFreeBytesReader =
  (folder: string): FreeBytes =>
  async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }

/** Refuses writes on a nearly full disk, because PGlite freezes on a full one. Reads always pass. */
export function createFreeSpaceGuard(freeBytes: FreeBytes): (statement: string) => Promise<void> {
  let measuredAt = Number.NEGATIVE_INFINITY
  let freeSpace = 0
  return async statement => {
    if (READ_STATEMENT.test(statement)) return
    if (performance.now() - measuredAt > MEASURE_INTERVAL_MS) {
      freeSpace = await freeBytes()
      measuredAt = performance.now()
    }
    if (freeSpace < MIN_FREE_BYTES) throw new DatabaseUnavailable('less than 200 MiB free: writes are refused')
  }
}
