import type { Kysely } from 'kysely'
import type { Config } from '../../config/config.js'
import type { Database } from '../../db/schema/schema.js'
import { startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { type Log, toLoggedError } from '../../lib/log.js'
import { readTrustedTime } from '../clock/trusted-time.js'
import { countReturns } from './returns.js'

const INTERVAL_MS = 15_000

export function startReturnsJob({
  config,
  db,
  clock,
  log
}: {
  config: Pick<Config, 'timezone'>
  db: Kysely<Database>
  clock: Clock
  log: Log
}) {
  return startBackgroundJob(async isStopped => {
    try {
      for (let counted = 1; counted > 0 && !isStopped(); ) {
        const now = await readTrustedTime(db, new Date(clock.now()))
        counted = await countReturns(db, { now, defaultZone: config.timezone })
      }
    } catch (error) {
      log.warn({ error: toLoggedError(error) }, 'returning viewers cannot be counted')
    }
  }, INTERVAL_MS)
}
