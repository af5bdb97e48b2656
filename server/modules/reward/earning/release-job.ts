import { type Kysely, type Selectable, sql } from 'kysely'
import type { Config } from '../../../config/config.js'
import type { PendingEarningTable } from '../../../db/schema/reward-tables.js'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'
import { forEachIsolated, type JobMonitor, startBackgroundJob } from '../../../lib/background-job.js'
import type { Clock } from '../../../lib/clock.js'
import type { Log } from '../../../lib/log.js'
import { readTrustedTime } from '../../clock/trusted-time.js'
import { type EarningLimitKey, isOverdueReward, listLimitKeys } from './allowance.js'
import { deleteOldEarningNetworks } from './earning-networks.js'
import { releaseEarning } from './pending-earnings.js'
import { type PersonProof, readPersonProofs } from './person-proof.js'

const INTERVAL_MS = 20_000
const BATCH_SIZE = 500
/** A run takes a few seconds at most, because rewards of full limits are not tried one by one. */
const MAX_BATCHES = 20

interface JobContext {
  db: Kysely<Database>
  config: Config
  now: Date
}

type WaitingTask = Pick<
  Selectable<PendingEarningTable>,
  'id' | 'user_id' | 'bonus' | 'earner' | 'created_at' | 'tried_at'
>

/**
 * Tries waiting tasks in turn, those first that were not tried for the longest time, so that a full network or device
 * holds up no other. Returns how many were paid.
 */
export async function releaseEarnings({ db, config, now }: JobContext): Promise<number> {
  const fullLimits = openFullLimits(now)
  let count = 0
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { tried, paid, isLast } = await releaseBatch({ db, config, now }, fullLimits)
    count += paid
    if (tried < BATCH_SIZE || isLast) break
  }
  return count
}

async function releaseBatch({ db, config, now }: JobContext, fullLimits: FullLimits) {
  // The rest of a deleted account is never paid.
  const rows: WaitingTask[] = await db
    .selectFrom('pending_earnings')
    .innerJoin('users', 'users.id', 'pending_earnings.user_id')
    .select(['pending_earnings.id', 'user_id', 'pending_earnings.bonus', 'earner', 'pending_earnings.created_at'])
    .select('tried_at')
    .where('paid_at', 'is', null)
    .where('pending_earnings.kind', '=', 'task')
    .where('users.deleted_at', 'is', null)
    .orderBy('tried_at')
    .orderBy('pending_earnings.created_at')
    .orderBy('pending_earnings.id')
    .limit(BATCH_SIZE)
    .execute()
  const people = rows.map(({ user_id: userId, earner: { lpid } }) => ({ userId, lpid }))
  const proofs = await readPersonProofs(db, people, now)
  const context = { now, zone: config.timezone, defaults: config.rewards, operator: null }
  const unpaid = new Set(rows.map(({ id }) => id))
  try {
    await forEachIsolated([...rows.entries()], async ([index, row]) => {
      if (fullLimits.includes(row, proofs[index] ?? null)) return
      const release = await transaction(db, trx => releaseEarning(trx, row.id, context))
      if (release.state === 'paid') unpaid.delete(row.id)
      if (release.state === 'waiting') fullLimits.add(release, row)
    })
  } finally {
    const tried = [...unpaid]
    await sql`update pending_earnings set tried_at = ${now} where id = any(${tried}::text[])`.execute(db)
  }
  // The first row that was tried in this run ends its turn.
  const isLast = (rows.at(-1)?.tried_at ?? now) >= now
  return { tried: rows.length, paid: rows.length - unpaid.size, isLast }
}

type FullLimits = ReturnType<typeof openFullLimits>

/** Limits that had no room for a bonus: within one run they have none for the same or more either. */
function openFullLimits(now: Date) {
  const smallestRefused = new Map<string, number>()
  const getNeededRoom = ({ bonus, created_at }: WaitingTask) => (isOverdueReward(created_at, now) ? 0 : bonus)
  const format = ({ scope, key }: EarningLimitKey, proof: PersonProof) => `${proof} ${scope} ${key}`
  return {
    add({ proof, full }: { proof: PersonProof; full: readonly EarningLimitKey[] }, row: WaitingTask) {
      const needed = getNeededRoom(row)
      for (const limit of full) {
        const text = format(limit, proof)
        smallestRefused.set(text, Math.min(needed, smallestRefused.get(text) ?? needed))
      }
    },
    includes(row: WaitingTask, proof: PersonProof): boolean {
      const needed = getNeededRoom(row)
      return listLimitKeys(row.earner).some(
        key => needed >= (smallestRefused.get(format(key, proof)) ?? Number.POSITIVE_INFINITY)
      )
    }
  }
}

export function startReleaseJob({
  db,
  clock,
  log,
  config,
  monitor
}: Omit<JobContext, 'now'> & { clock: Clock; log: Log; monitor: JobMonitor }) {
  return startBackgroundJob(
    { name: 'reward_release', pauseMs: INTERVAL_MS, failure: 'waiting rewards cannot be paid', log, monitor },
    async () => {
      const now = await readTrustedTime(db, new Date(clock.now()))
      await deleteOldEarningNetworks(db, now)
      const count = await releaseEarnings({ db, config, now })
      if (count > 0) log.info({ count }, 'waiting rewards paid')
    }
  )
}
