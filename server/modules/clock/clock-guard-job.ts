import { startBackgroundJob } from '../../lib/background-job.js'
import { type Log, toLoggedError } from '../../lib/log.js'
import type { ClockGuard } from './clock-guard.js'

const INTERVAL_MS = 15_000

export function startClockGuardJob({ clock, log }: { clock: ClockGuard; log: Log }): () => Promise<void> {
  return startBackgroundJob(async () => {
    try {
      await clock.check()
    } catch (error) {
      log.warn({ error: toLoggedError(error) }, 'the clocks cannot be compared')
    }
  }, INTERVAL_MS)
}
