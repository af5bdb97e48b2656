import { startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { toLoggedError } from '../../lib/log.js'
import { type PushContext, sendDue } from './send-due.js'

const INTERVAL_MS = 10_000

export function startPushJob({ clock, ...context }: PushContext & { clock: Clock }): () => Promise<void> {
  return startBackgroundJob(async isStopped => {
    try {
      while ((await sendDue(context, new Date(clock.now()))) > 0 && !isStopped());
    } catch (error) {
      context.log.warn({ error: toLoggedError(error) }, 'notifications cannot be sent')
    }
  }, INTERVAL_MS)
}
