import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { type PushContext, sendDue } from './send-due.js'

const INTERVAL_MS = 10_000

export function startPushJob({
  clock,
  monitor,
  ...context
}: PushContext & { clock: Clock; monitor: JobMonitor }): () => Promise<void> {
  return startBackgroundJob(
    { name: 'push', pauseMs: INTERVAL_MS, failure: 'notifications cannot be sent', log: context.log, monitor },
    async isStopped => {
      while ((await sendDue(context, new Date(clock.now()))) > 0 && !isStopped());
    }
  )
}
