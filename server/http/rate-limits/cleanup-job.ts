import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { type Log, toLoggedError } from '../../lib/log.js'
import { deleteUnusedBuckets } from './postgres-bucket-store.js'

const INTERVAL_MS = 60 * 60_000

interface JobOptions {
  db: Kysely<Database>
  clock: Clock
  log: Log
}

export function startRateLimitCleanupJob({ db, clock, log }: JobOptions): () => Promise<void> {
  return startBackgroundJob(async () => {
    try {
      await deleteUnusedBuckets(db, clock.now())
    } catch (error) {
      log.warn({ error: toLoggedError(error) }, 'unused buckets of rate limits cannot be deleted')
    }
  }, INTERVAL_MS)
}
