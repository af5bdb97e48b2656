import { DatabaseUnavailable } from '../db/database-error.js'
import type { Liveness } from '../db/liveness.js'

const SILENT_DATABASE_TIMEOUT_MS = 2_500
const BUSY_DATABASE_TIMEOUT_MS = 10_000
const MAX_SILENCE_MS = 1_500
const CHECK_INTERVAL_MS = 250

/**
 * Throws DatabaseUnavailable after the deadline, while `work` continues. Time in external calls does not count as
 * silence of the database.
 */
export async function withDeadline<Result>(
  work: Promise<Result>,
  liveness: Liveness,
  isWaitingExternally: () => boolean = () => false
): Promise<Result> {
  const startedAt = performance.now()
  let lastExternalWaitAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    const check = () => {
      const now = performance.now()
      if (isWaitingExternally()) lastExternalWaitAt = now
      const isAlive =
        liveness.msSinceLastQuery() < MAX_SILENCE_MS || now - lastExternalWaitAt < SILENT_DATABASE_TIMEOUT_MS
      if (now - startedAt < BUSY_DATABASE_TIMEOUT_MS && isAlive) timer = setTimeout(check, CHECK_INTERVAL_MS)
      else reject(new DatabaseUnavailable('no answer in time'))
    }
    timer = setTimeout(check, SILENT_DATABASE_TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
