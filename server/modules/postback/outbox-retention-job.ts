import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { createDailyRound, type RoundStep } from '../../lib/daily-round.js'
import type { Log } from '../../lib/log.js'
import { readTrustedTime } from '../clock/trusted-time.js'

const INTERVAL_MS = 60_000
const ROWS_PER_STATEMENT = 2000
const MAX_STATEMENTS = 50
/** Partners look for a delivery in the list for as long as an ad network accepts conversions, and longer. */
export const OUTBOX_RETENTION_MS = 90 * 86_400_000

/** Deletes old rows that wait for nothing, of some after the id `after`. */
export async function deleteOldDeliveries(db: Kysely<Database>, now: Date, after: string): Promise<RoundStep> {
  const before = new Date(now.getTime() - OUTBOX_RETENTION_MS)
  const { rows } = await sql<{ count: number; seen: number; last_id: string | null }>`with due as (
      select id, created_at from event_outbox where id > ${after} order by id limit ${ROWS_PER_STATEMENT}::int
    ), deleted as (
      delete from event_outbox where status <> 'waiting'
        and id in (select id from due where created_at < ${before}::timestamptz)
      returning 1
    )
    select (select count(*)::int from deleted) as count, (select count(*)::int from due) as seen,
      (select max(id) from due) as last_id`.execute(db)
  const [{ count, seen, last_id: lastId } = { count: 0, seen: 0, last_id: null }] = rows
  return { count, next: seen < ROWS_PER_STATEMENT ? null : lastId }
}

interface RetentionOptions {
  db: Kysely<Database>
  clock: Clock
  log: Log
  monitor: JobMonitor
}

export function startOutboxRetentionJob({ db, clock, log, monitor }: RetentionOptions): () => Promise<void> {
  const deleteDeliveries = createDailyRound(clock, MAX_STATEMENTS, async after =>
    deleteOldDeliveries(db, await readTrustedTime(db, new Date(clock.now())), after)
  )
  return startBackgroundJob(
    { name: 'outbox_retention', pauseMs: INTERVAL_MS, failure: 'old deliveries cannot be deleted', log, monitor },
    async isStopped => {
      const deliveries = await deleteDeliveries(isStopped)
      if (deliveries > 0) log.info({ deliveries }, 'old deliveries are deleted')
    }
  )
}
