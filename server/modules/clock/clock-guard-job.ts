import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Log } from '../../lib/log.js'
import type { ClockGuard } from './clock-guard.js'

const INTERVAL_MS = 15_000

export function startClockGuardJob({
  clock,
  log,
  monitor
}: {
  clock: ClockGuard
  log: Log
  monitor: JobMonitor
}): () => Promise<void> {
  return startBackgroundJob(
    { name: 'clock_guard', pauseMs: INTERVAL_MS, failure: 'the clocks cannot be compared', log, monitor },
    async () => {
      await clock.check()
    }
  )
}
