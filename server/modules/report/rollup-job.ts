import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import type { Log } from '../../lib/log.js'
import { readTrustedTime } from '../clock/trusted-time.js'
import { BATCH_SIZE, rollUpFacts } from './rollup.js'

const MIN_BATCH = 50
const MAX_BATCH = 20_000
const SLOW_STATEMENT_MS = 700

/** Larger batches cost less per fact; smaller ones still finish on a busy machine. */
export function computeNextBatch(size: number, tookMs: number): number {
  return Math.max(MIN_BATCH, Math.min(MAX_BATCH, Math.floor(tookMs > SLOW_STATEMENT_MS ? size / 2 : size * 1.5)))
}

const INTERVAL_MS = 5_000
const EVENT_RETENTION_MS = 35 * 86_400_000
const DELETE_BATCH = 5_000

export function startRollupJob({
  db,
  clock,
  log,
  monitor
}: {
  db: Kysely<Database>
  clock: Clock
  log: Log
  monitor: JobMonitor
}) {
  let batchSize = BATCH_SIZE
  return startBackgroundJob(
    { name: 'report_rollup', pauseMs: INTERVAL_MS, failure: 'the report cannot be rolled up', log, monitor },
    async isStopped => {
      try {
        for (let moved = batchSize; moved > 0 && !isStopped(); ) {
          const startedAt = performance.now()
          moved = await rollUpFacts(db, batchSize)
          batchSize = computeNextBatch(batchSize, performance.now() - startedAt)
        }
        const now = await readTrustedTime(db, new Date(clock.now()))
        await deleteOldEvents(db, new Date(now.getTime() - EVENT_RETENTION_MS))
      } catch (error) {
        batchSize = computeNextBatch(batchSize, Number.POSITIVE_INFINITY)
        throw error
      }
    }
  )
}

export async function deleteOldEvents(db: Kysely<Database>, before: Date): Promise<void> {
  await sql`delete from collected_events where (user_id, event_id) in (
    select user_id, event_id from collected_events where received_at < ${before}
    order by received_at limit ${DELETE_BATCH} for update skip locked
  )`.execute(db)
}
