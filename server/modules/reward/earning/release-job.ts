import { type Kysely, sql } from 'kysely'
import type { Config } from '../../../config/config.js'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'
import { forEachIsolated, startBackgroundJob } from '../../../lib/background-job.js'
import type { Clock } from '../../../lib/clock.js'
import { type Log, toLoggedError } from '../../../lib/log.js'
import { readTrustedTime } from '../../clock/trusted-time.js'
import { releaseEarning } from './pending-earnings.js'
import { isPaidOrder } from './proof.js'

const INTERVAL_MS = 20_000
const BATCH_SIZE = 200
const MAX_ROUNDS = 20

interface JobContext {
  db: Kysely<Database>
  config: Config
  now: Date
}

/**
 * Pays waiting tasks of people who have paid by now, then of each network in turn, the oldest first, while the limits
 * have room. Returns how many were paid.
 */
export async function releaseEarnings(context: JobContext): Promise<number> {
  let count = await releaseAll(context, await findPayersEarnings(context.db))
  let full: string[] = []
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { rows } = await sql<{ id: string; network: string }>`select distinct on (earner ->> 'network') id,
        earner ->> 'network' as network from pending_earnings
      where paid_at is null and kind = 'task' and not (earner ->> 'network') = any(${full}::text[])
      order by earner ->> 'network', created_at limit ${BATCH_SIZE}::int`.execute(context.db)
    if (rows.length === 0) break
    for (const { id, network } of rows) {
      const paid = await releaseAll(context, [id])
      count += paid
      if (paid === 0) full = [...full, network]
    }
  }
  return count
}

async function findPayersEarnings(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from pending_earnings
    where paid_at is null and kind = 'task' and exists (
      select 1 from orders where orders.user_id = pending_earnings.user_id and ${isPaidOrder}
    ) order by created_at, id limit ${BATCH_SIZE}::int`.execute(db)
  return rows.map(({ id }) => id)
}

async function releaseAll({ db, config, now }: JobContext, ids: readonly string[]): Promise<number> {
  let count = 0
  await forEachIsolated(ids, async id => {
    const context = { now, zone: config.timezone, defaults: config.rewards, operator: null }
    const paid = await transaction(db, trx => releaseEarning(trx, id, context))
    if (paid !== null) count += 1
  })
  return count
}

export function startReleaseJob({ db, clock, log, config }: Omit<JobContext, 'now'> & { clock: Clock; log: Log }) {
  return startBackgroundJob(async () => {
    try {
      const now = await readTrustedTime(db, new Date(clock.now()))
      const count = await releaseEarnings({ db, config, now })
      if (count > 0) log.info({ count }, 'waiting rewards paid')
    } catch (error) {
      log.warn({ error: toLoggedError(error) }, 'waiting rewards cannot be paid')
    }
  }, INTERVAL_MS)
}
