import { type Kysely, sql } from 'kysely'
import type { Config } from '../../../config/config.js'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'
import { forEachIsolated, startBackgroundJob } from '../../../lib/background-job.js'
import type { Clock } from '../../../lib/clock.js'
import { type Log, toLoggedError } from '../../../lib/log.js'
import { readTrustedTime } from '../../clock/trusted-time.js'
import { releaseEarning } from './pending-earnings.js'
import { isPaidOrder, watchedEarlier } from './proof.js'

const INTERVAL_MS = 20_000
const BATCH_SIZE = 200
const MAX_ROUNDS = 100
/** A refusal may come from the limit of one device, so that others of the network are tried, too. */
const MAX_REFUSALS = 10

interface JobContext {
  db: Kysely<Database>
  config: Config
  now: Date
}

/**
 * Pays waiting tasks of people who have paid or come back by now, then of each network in turn, the oldest first, while
 * the limits have room. Returns how many were paid.
 */
export async function releaseEarnings(context: JobContext): Promise<number> {
  let count = await releaseAll(context, await findEarningsOfProven(context))
  const refusals = new Map<string, number>()
  const refusedIds: string[] = []
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const full = [...refusals].filter(([, refused]) => refused >= MAX_REFUSALS).map(([network]) => network)
    const rows = await findOldestOfNetworks(context.db, { full, refusedIds })
    if (rows.length === 0) break
    for (const { id, network } of rows) {
      if ((await releaseAll(context, [id])) > 0) count += 1
      else {
        refusedIds.push(id)
        refusals.set(network, (refusals.get(network) ?? 0) + 1)
      }
    }
  }
  return count
}

/** The rest of a deleted account is never paid, and must not hold up the others of its network. */
const isOwned = sql<boolean>`exists (select 1 from users where users.id = pending_earnings.user_id and deleted_at is null)`

async function findOldestOfNetworks(
  db: Kysely<Database>,
  { full, refusedIds }: { full: readonly string[]; refusedIds: readonly string[] }
): Promise<{ id: string; network: string }[]> {
  const { rows } = await sql<{ id: string; network: string }>`select distinct on (earner ->> 'network') id,
      earner ->> 'network' as network from pending_earnings
    where paid_at is null and kind = 'task' and not (earner ->> 'network') = any(${full}::text[])
      and not id = any(${refusedIds}::text[]) and ${isOwned}
    order by earner ->> 'network', created_at limit ${BATCH_SIZE}::int`.execute(db)
  return rows
}

async function findEarningsOfProven({ db, now }: JobContext): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from pending_earnings
    where paid_at is null and kind = 'task' and ${isOwned} and (
      exists (select 1 from orders where orders.user_id = pending_earnings.user_id and ${isPaidOrder})
      or ${watchedEarlier(sql`pending_earnings.user_id`, now)}
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
