import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { type Log, toLoggedError } from '../../lib/log.js'
import { closeDay } from './daily-roots.js'

const INTERVAL_MS = 5 * 60_000

export function startDailyRootsJob({ db, clock, log }: { db: Kysely<Database>; clock: Clock; log: Log }) {
  return startBackgroundJob(async isStopped => {
    try {
      for (let day: string | null = ''; day !== null && !isStopped(); ) {
        day = await closeDay(db, new Date(clock.now()))
        if (day !== null) log.info({ day }, 'the roots of a day are made')
      }
    } catch (error) {
      log.warn({ error: toLoggedError(error) }, 'the roots of a day cannot be made')
    }
  }, INTERVAL_MS)
}
