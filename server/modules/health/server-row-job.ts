import type { Kysely } from 'kysely'
import type { PoolCounts } from '../../db/pool-counts.js'
import type { Database } from '../../db/schema/schema.js'
import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { type Log, toLoggedError } from '../../lib/log.js'
import type { Random } from '../../lib/random.js'
import type { JobState, Metrics } from '../metrics/metrics.js'
import { deleteServerRow, writeServerRow } from './server-row.js'

const INTERVAL_MS = 30_000

interface ServerRowOptions {
  db: Kysely<Database>
  clock: Clock
  log: Log
  monitor: JobMonitor
  random: Random
  metrics: Pick<Metrics, 'jobStates'>
  readPool: (() => PoolCounts) | null
}

/** True if the failure is of the last run. */
const hasFailedLast = ({ lastRunAt, lastRunMs, lastFailureAt }: JobState) =>
  lastRunAt !== null && lastFailureAt !== null && lastFailureAt.getTime() >= lastRunAt.getTime() - (lastRunMs ?? 0)

/** Writes the row at once, then every 30 s. Stopping deletes it. */
export function startServerRowJob({ db, clock, log, monitor, random, metrics, readPool }: ServerRowOptions) {
  const startedAt = new Date(clock.now() - Math.round(process.uptime() * 1000))
  const id = `sv_${random.bytes(8).toString('hex')}`
  const write = () => {
    const failedJobs = [...metrics.jobStates.values()].filter(hasFailedLast).length
    const databaseWaiting = readPool?.().waiting ?? 0
    return writeServerRow(db, { id, startedAt, databaseWaiting, failedJobs }, new Date(clock.now()))
  }
  const failure = 'the row of this server is not written'
  const first = write().catch(error => log.warn({ error: toLoggedError(error) }, failure))
  const stop = startBackgroundJob({ name: 'server_row', pauseMs: INTERVAL_MS, failure, log, monitor }, write)
  return async () => {
    await stop()
    await first
    await deleteServerRow(db, id).catch(error => log.warn({ error: toLoggedError(error) }, failure))
  }
}
