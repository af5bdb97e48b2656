import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { createDailyRound, type RoundStep } from '../../lib/daily-round.js'
import type { Log } from '../../lib/log.js'
import { readTrustedTime } from './trusted-time.js'

const INTERVAL_MS = 60_000

export interface DeletionJobOptions {
  db: Kysely<Database>
  clock: Clock
  log: Log
  monitor: JobMonitor
}

interface Deletion {
  name: string
  /** What the rows are, for the log. */
  rows: string
  /** In one run, so that it takes seconds. */
  maxStatements: number
  /** Deletes the old ones of some rows, after the key `after`. */
  deleteSome(db: Kysely<Database>, now: Date, after: string): Promise<RoundStep>
}

/** Goes through all rows once a day. Servers that do so at the same time share the work. */
export function startDailyDeletionJob(
  { db, clock, log, monitor }: DeletionJobOptions,
  { name, rows, maxStatements, deleteSome }: Deletion
): () => Promise<void> {
  const deleteRows = createDailyRound(clock, maxStatements, async after =>
    deleteSome(db, await readTrustedTime(db, new Date(clock.now())), after)
  )
  return startBackgroundJob(
    { name, pauseMs: INTERVAL_MS, failure: `old ${rows} cannot be deleted`, log, monitor },
    async isStopped => {
      const count = await deleteRows(isStopped)
      if (count > 0) log.info({ [rows]: count }, `old ${rows} are deleted`)
    }
  )
}
