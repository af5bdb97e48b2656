import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { createDailyRound } from '../../lib/daily-round.js'
import type { Log } from '../../lib/log.js'
import { readTrustedTime } from '../clock/trusted-time.js'
import { BEAT_RETENTION_MS, deleteOldBeats } from './beat-retention.js'

const INTERVAL_MS = 60_000
/** So that a run takes seconds: 50,000 users. */
const MAX_STATEMENTS = 100

interface RetentionOptions {
  db: Kysely<Database>
  clock: Clock
  log: Log
  monitor: JobMonitor
}

/** Servers that go through the users at the same time share the work. */
export function startBeatRetentionJob({ db, clock, log, monitor }: RetentionOptions): () => Promise<void> {
  const deleteBeats = createDailyRound(clock, MAX_STATEMENTS, async after => {
    const now = await readTrustedTime(db, new Date(clock.now()))
    return deleteOldBeats(db, new Date(now.getTime() - BEAT_RETENTION_MS), after)
  })
  return startBackgroundJob(
    { name: 'beat_retention', pauseMs: INTERVAL_MS, failure: 'old beats cannot be deleted', log, monitor },
    async isStopped => {
      const beats = await deleteBeats(isStopped)
      if (beats > 0) log.info({ beats }, 'old beats are deleted')
    }
  )
}
