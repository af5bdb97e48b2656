import type { Kysely } from 'kysely'
import type { Config } from '../../../config/config.js'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'
import { forEachIsolated, startBackgroundJob } from '../../../lib/background-job.js'
import type { Clock } from '../../../lib/clock.js'
import { type Log, toLoggedError } from '../../../lib/log.js'
import { readTrustedTime } from '../../clock/trusted-time.js'
import { releaseEarning } from './pending-earnings.js'

const INTERVAL_MS = 20_000
const BATCH_SIZE = 200

interface JobContext {
  db: Kysely<Database>
  config: Config
  now: Date
}

/**
 * Tries waiting tasks in turn, those first that were not tried for the longest time, so that a full network or device
 * holds up no other. Returns how many were paid.
 */
export async function releaseEarnings({ db, config, now }: JobContext): Promise<number> {
  // The rest of a deleted account is never paid.
  const rows = await db
    .selectFrom('pending_earnings')
    .innerJoin('users', 'users.id', 'pending_earnings.user_id')
    .select('pending_earnings.id')
    .where('paid_at', 'is', null)
    .where('pending_earnings.kind', '=', 'task')
    .where('users.deleted_at', 'is', null)
    .orderBy('tried_at')
    .orderBy('pending_earnings.created_at')
    .orderBy('pending_earnings.id')
    .limit(BATCH_SIZE)
    .execute()
  const context = { now, zone: config.timezone, defaults: config.rewards, operator: null }
  let count = 0
  await forEachIsolated(rows, async ({ id }) => {
    const paid = await transaction(db, trx => releaseEarning(trx, id, context))
    if (paid !== null) count += 1
    else await db.updateTable('pending_earnings').set({ tried_at: now }).where('id', '=', id).execute()
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
