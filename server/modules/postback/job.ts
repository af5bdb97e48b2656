import type { Kysely } from 'kysely'
import type { Config } from '../../config/config.js'
import type { Database } from '../../db/schema/schema.js'
import { startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { type Log, loggedError } from '../../lib/log.js'
import { deliverDue } from './deliver.js'

const EVERY_MS = 2_000

interface Surroundings {
  db: Kysely<Database>
  config: Pick<Config, 'isProduction'>
  clock: Clock
  log: Log
}

/** Tells partners every two seconds what waits; several servers of one database may do so side by side. */
export function startDeliveryJob({ db, config, clock, log }: Surroundings): () => Promise<void> {
  let isStopped = false
  const messenger = { db, log, isProduction: config.isProduction }
  const stop = startBackgroundJob(async () => {
    try {
      while ((await deliverDue(messenger, new Date(clock.now()))) > 0 && !isStopped);
    } catch (error) {
      log.warn({ error: loggedError(error) }, 'partners cannot be told')
    }
  }, EVERY_MS)
  return () => {
    isStopped = true
    return stop()
  }
}
