import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import type { Log } from '../../lib/log.js'
import { readTrustedTime } from '../clock/trusted-time.js'

const INTERVAL_MS = 60 * 60_000
const BATCH_SIZE = 1000
const MAX_BATCHES = 200

/**
 * Deletes stored responses after 35 days and refusals after one, because their keys are promised for no longer. The
 * earlier of the two clocks counts, and the database refuses more. Returns the number of rows.
 */
export async function deleteExpiredIdempotentResponses(db: Kysely<Database>, now: Date): Promise<number> {
  let count = 0
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { rows } = await sql`delete from idempotent_answers where ctid in (
        select ctid from idempotent_answers
        where created_at < least(${now}, now()) - interval '35 days'
          or (created_at < least(${now}, now()) - interval '1 day' and answer not like '{"code":200,%')
        limit ${BATCH_SIZE}::int
      ) returning 1`.execute(db)
    count += rows.length
    if (rows.length < BATCH_SIZE) break
  }
  return count
}

export function startIdempotencyCleanupJob({
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
  return startBackgroundJob(
    {
      name: 'idempotency_cleanup',
      pauseMs: INTERVAL_MS,
      failure: 'old responses of idempotent requests cannot be deleted',
      log,
      monitor
    },
    async () => {
      const now = await readTrustedTime(db, new Date(clock.now()))
      const count = await deleteExpiredIdempotentResponses(db, now)
      if (count > 0) log.info({ count }, 'old responses of idempotent requests are deleted')
    }
  )
}
