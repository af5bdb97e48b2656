import type { Kysely } from 'kysely'
import type { Config } from '../../config/config.js'
import type { Database } from '../../db/schema/schema.js'
import { startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { type Log, toLoggedError } from '../../lib/log.js'
import { deliverDue } from './deliver-due.js'

const INTERVAL_MS = 2_000

interface DeliveryJobOptions {
  db: Kysely<Database>
  config: Pick<Config, 'isProduction' | 'conversions'>
  clock: Clock
  log: Log
}

export function startDeliveryJob({ db, config, clock, log }: DeliveryJobOptions): () => Promise<void> {
  const context = { db, log, isProduction: config.isProduction, conversions: config.conversions }
  return startBackgroundJob(async isStopped => {
    try {
      while ((await deliverDue(context, new Date(clock.now()))) > 0 && !isStopped());
    } catch (error) {
      log.warn({ error: toLoggedError(error) }, 'postbacks cannot be delivered')
    }
  }, INTERVAL_MS)
}
