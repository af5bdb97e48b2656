import { type JobMonitor, startBackgroundJob } from '../../../lib/background-job.js'
import type { Clock } from '../../../lib/clock.js'
import { readTrustedTime } from '../../clock/trusted-time.js'
import { type ReportMailContext, sendDueReports } from './send-due-reports.js'

const INTERVAL_MS = 20_000

export function startReportMailJob({
  clock,
  monitor,
  ...context
}: ReportMailContext & { clock: Clock; monitor: JobMonitor }): () => Promise<void> {
  const { db, log } = context
  return startBackgroundJob(
    { name: 'report_mail', pauseMs: INTERVAL_MS, failure: 'reports cannot be sent by e-mail', log, monitor },
    async isStopped => {
      const now = await readTrustedTime(db, new Date(clock.now()))
      while ((await sendDueReports(context, now)) > 0 && !isStopped());
    }
  )
}
