import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import type { Log } from '../../lib/log.js'
import { deleteUnusedBuckets } from './postgres-token-buckets.js'

const INTERVAL_MS = 60 * 60_000

interface CleanupOptions {
  db: Kysely<Database>
  clock: Clock
  log: Log
  monitor: JobMonitor
}

export function startRateLimitCleanupJob({ db, clock, log, monitor }: CleanupOptions): () => Promise<void> {
  return startBackgroundJob(
    {
      name: 'rate_limit_cleanup',
      pauseMs: INTERVAL_MS,
      failure: 'unused buckets of rate limits cannot be deleted',
      log,
      monitor
    },
    () => deleteUnusedBuckets(db, clock.now())
  )
}
