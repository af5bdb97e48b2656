import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { RoundStep } from '../../lib/daily-round.js'
import { type DeletionJobOptions, startDailyDeletionJob } from '../clock/daily-deletion-job.js'

const SESSIONS_PER_STATEMENT = 2000
/** An ended session is of use to nobody; the time is for clocks that were wrong. */
const KEPT_MS = 7 * 86_400_000

/** Deletes the ended ones of some sessions, after the token hash `after`. */
export async function deleteEndedSessions(db: Kysely<Database>, now: Date, after: string): Promise<RoundStep> {
  const before = new Date(now.getTime() - KEPT_MS)
  const { rows } = await sql<{ count: number; seen: number; last_hash: string | null }>`with due as (
      select token_hash, expires_at from sessions where token_hash > ${after}
      order by token_hash limit ${SESSIONS_PER_STATEMENT}::int
    ), deleted as (
      delete from sessions where expires_at < ${before}::timestamptz
        and token_hash in (select token_hash from due where expires_at < ${before}::timestamptz)
      returning 1
    )
    select (select count(*)::int from deleted) as count, (select count(*)::int from due) as seen,
      (select max(token_hash) from due) as last_hash`.execute(db)
  const [{ count, seen, last_hash: lastHash } = { count: 0, seen: 0, last_hash: null }] = rows
  return { count, next: seen < SESSIONS_PER_STATEMENT ? null : lastHash }
}

export const startSessionCleanupJob = (options: DeletionJobOptions) =>
  startDailyDeletionJob(options, {
    name: 'session_cleanup',
    rows: 'sessions',
    maxStatements: 50,
    deleteSome: deleteEndedSessions
  })
