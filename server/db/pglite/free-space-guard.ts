import { statfs } from 'node:fs/promises'
import { DatabaseUnavailable } from '../database-error.js'

const LEAST_FREE_BYTES = 200 * 1024 * 1024
const MEASURE_EVERY_MS = 1000
const READS = /^\s*(select|begin|commit|rollback|show|set)\b/i

/** Measures free bytes where the database lies. */
export type FreeBytes = () => Promise<number>

export const freeBytesOf =
  (folder: string): FreeBytes =>
  async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }

/** Refuses writing statements while the disk is nearly full: PGlite would freeze on a full one. Reads always pass. */
export function createFreeSpaceGuard(freeBytes: FreeBytes): (statement: string) => Promise<void> {
  let measuredAt = Number.NEGATIVE_INFINITY
  let free = 0
  return async statement => {
    if (READS.test(statement)) return
    if (performance.now() - measuredAt > MEASURE_EVERY_MS) {
      free = await freeBytes()
      measuredAt = performance.now()
    }
    if (free < LEAST_FREE_BYTES) throw new DatabaseUnavailable('less than 200 MiB free: writes are refused')
  }
}
