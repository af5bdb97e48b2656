import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { RoundStep } from '../../lib/daily-round.js'
import { type DeletionJobOptions, startDailyDeletionJob } from '../clock/daily-deletion-job.js'

const ROWS_PER_STATEMENT = 2000
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

export const startOutboxRetentionJob = (options: DeletionJobOptions) =>
  startDailyDeletionJob(options, {
    name: 'outbox_retention',
    rows: 'deliveries',
    maxStatements: 50,
    deleteSome: deleteOldDeliveries
  })
