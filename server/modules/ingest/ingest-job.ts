import { transaction } from '../../db/transaction.js'
import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import { toLoggedError } from '../../lib/log.js'
import { claimJob, endExpiredLeases } from './ingest-queue.js'
import { recordJobEnd } from './job-entry.js'
import { type IngestJobContext, runIngestJob } from './run-ingest-job.js'

const INTERVAL_MS = 2_000
const PROGRESS_INTERVAL_MS = 2_000

interface IngestJobOptions extends Omit<IngestJobContext, 'progressIntervalMs'> {
  monitor: JobMonitor
}

/** Runs one ingest at a time on this server. The returned function stops it; the job then waits for another server. */
export function startIngestJob({ monitor, ...options }: IngestJobOptions): () => Promise<void> {
  const { db, clock, random, log, ingestProgram } = options
  const context = { ...options, progressIntervalMs: PROGRESS_INTERVAL_MS }
  const stopped = new AbortController()
  const holder = random.bytes(16).toString('hex')
  // Runs beside the background job, because an ingest takes hours.
  let current: Promise<void> | null = null
  const stopJob = startBackgroundJob(
    { name: 'ingest', pauseMs: INTERVAL_MS, failure: 'ingest jobs cannot be read', log, monitor },
    async isStopped => {
      const now = new Date(clock.now())
      await transaction(db, async trx => {
        for (const job of await endExpiredLeases(trx, now)) await recordJobEnd(trx, { clock, random }, job)
      })
      if (current !== null || isStopped() || (await ingestProgram.findProblem()) !== null) return
      const job = await claimJob(db, { holder, now })
      if (job === undefined) return
      current = runIngestJob(context, { job, holder }, stopped.signal)
        .catch(error => log.warn({ error: toLoggedError(error) }, 'the end of an ingest job cannot be written'))
        .finally(() => {
          current = null
        })
    }
  )
  return async () => {
    stopped.abort()
    await stopJob()
    await current
  }
}
