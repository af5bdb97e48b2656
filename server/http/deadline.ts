import { DatabaseUnavailable } from '../db/database-error.js'
import type { Liveness } from '../db/liveness.js'

/** How long a request waits, in ms, for a database that answers nobody, and for one that is only busy. */
const ABORT_AFTER_MS = 2_500
const BUSY_AFTER_MS = 10_000
/** A database silent for longer than this, in ms, counts as dead. */
const SILENT_MS = 1_500
const STEP_MS = 250

/**
 * Gives up waiting when the database does not answer in time; the work itself goes on unseen. While the work waits for
 * somebody else, who is limited in time by the caller, the database is not blamed.
 */
export async function withDeadline<Result>(
  work: Promise<Result>,
  pulse: Liveness,
  isElsewhere: () => boolean = () => false
): Promise<Result> {
  const startedAt = performance.now()
  let elsewhereAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    const check = () => {
      const now = performance.now()
      if (isElsewhere()) elsewhereAt = now
      const isAlive = pulse.silentFor() < SILENT_MS || now - elsewhereAt < ABORT_AFTER_MS
      if (now - startedAt < BUSY_AFTER_MS && isAlive) timer = setTimeout(check, STEP_MS)
      else reject(new DatabaseUnavailable('no answer in time'))
    }
    timer = setTimeout(check, ABORT_AFTER_MS)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
