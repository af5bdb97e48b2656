import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import type { Log } from '../../lib/log.js'
import { closeDay } from './daily-roots.js'

const INTERVAL_MS = 5 * 60_000

export function startDailyRootsJob({
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
    { name: 'daily_roots', pauseMs: INTERVAL_MS, failure: 'the roots of a day cannot be made', log, monitor },
    async isStopped => {
      for (let day: string | null = ''; day !== null && !isStopped(); ) {
        day = await closeDay(db, new Date(clock.now()))
        if (day !== null) log.info({ day }, 'the roots of a day are made')
      }
    }
  )
}
