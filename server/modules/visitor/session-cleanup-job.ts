import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { createDailyRound, type RoundStep } from '../../lib/daily-round.js'
import type { Log } from '../../lib/log.js'
import { readTrustedTime } from '../clock/trusted-time.js'

const INTERVAL_MS = 60_000
const SESSIONS_PER_STATEMENT = 2000
const MAX_STATEMENTS = 50
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

interface CleanupOptions {
  db: Kysely<Database>
  clock: Clock
  log: Log
  monitor: JobMonitor
}

export function startSessionCleanupJob({ db, clock, log, monitor }: CleanupOptions): () => Promise<void> {
  const deleteSessions = createDailyRound(clock, MAX_STATEMENTS, async after =>
    deleteEndedSessions(db, await readTrustedTime(db, new Date(clock.now())), after)
  )
  return startBackgroundJob(
    { name: 'session_cleanup', pauseMs: INTERVAL_MS, failure: 'ended sessions cannot be deleted', log, monitor },
    async isStopped => {
      const sessions = await deleteSessions(isStopped)
      if (sessions > 0) log.info({ sessions }, 'ended sessions are deleted')
    }
  )
}
