import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import type { Log } from '../../lib/log.js'
import { readTrustedTime } from '../clock/trusted-time.js'
import { decideClaims } from './claims.js'
import { refundOfflineUnlocks } from './offline-dramas.js'

const INTERVAL_MS = 5 * 60_000

export function startGuaranteeJob({
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
    { name: 'guarantee', pauseMs: INTERVAL_MS, failure: 'unlocks cannot be refunded', log, monitor },
    async () => {
      const now = await readTrustedTime(db, new Date(clock.now()))
      const claims = await decideClaims(db, now)
      const offline = await refundOfflineUnlocks(db, now)
      if (claims + offline > 0) log.info({ claims, offline }, 'claims and offline unlocks checked')
    }
  )
}
