import type { Kysely } from 'kysely'
import type { Config } from '../../config/config.js'
import type { Database } from '../../db/schema/schema.js'
import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import type { Log } from '../../lib/log.js'
import { readTrustedTime } from '../clock/trusted-time.js'
import { countReturns } from './returns.js'

const INTERVAL_MS = 15_000

export function startReturnsJob({
  config,
  db,
  clock,
  log,
  monitor
}: {
  config: Pick<Config, 'timezone'>
  db: Kysely<Database>
  clock: Clock
  log: Log
  monitor: JobMonitor
}) {
  return startBackgroundJob(
    { name: 'report_returns', pauseMs: INTERVAL_MS, failure: 'returning viewers cannot be counted', log, monitor },
    async isStopped => {
      for (let counted = 1; counted > 0 && !isStopped(); ) {
        const now = await readTrustedTime(db, new Date(clock.now()))
        counted = await countReturns(db, { now, defaultZone: config.timezone })
      }
    }
  )
}
