import type { Kysely } from 'kysely'
import type { Config } from '../../config/config.js'
import type { Database } from '../../db/schema/schema.js'
import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import type { Log } from '../../lib/log.js'
import { type DeliveryContext, deliverDue } from './deliver-due.js'

const INTERVAL_MS = 2_000

interface DeliveryJobOptions extends Pick<DeliveryContext, 'metrics'> {
  db: Kysely<Database>
  config: Pick<Config, 'isProduction' | 'conversions'>
  clock: Clock
  log: Log
  monitor: JobMonitor
}

export function startDeliveryJob({
  db,
  config,
  clock,
  log,
  metrics,
  monitor
}: DeliveryJobOptions): () => Promise<void> {
  const context = { db, log, metrics, isProduction: config.isProduction, conversions: config.conversions }
  return startBackgroundJob(
    { name: 'postback_delivery', pauseMs: INTERVAL_MS, failure: 'postbacks cannot be delivered', log, monitor },
    async isStopped => {
      while ((await deliverDue(context, new Date(clock.now()))) > 0 && !isStopped());
    }
  )
}
