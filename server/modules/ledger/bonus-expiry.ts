import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { forEachIsolated, type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import type { Log } from '../../lib/log.js'
import { readTrustedTime } from '../clock/trusted-time.js'
import { postTransaction } from './post.js'
import { lockWallet, type WalletState } from './wallet.js'

/**
 * Locks the wallet and writes off expired bonus, so that the caller's transaction works with what can be spent. While
 * the clocks disagree expired lots stay, and `spend` does not use them.
 */
export async function lockFreshWallet(trx: Transaction<Database>, userId: string, now: Date): Promise<WalletState> {
  return writeOffExpiredLots(trx, await lockWallet(trx, userId), now)
}

export async function writeOffExpiredLots(
  trx: Transaction<Database>,
  locked: WalletState,
  now: Date
): Promise<WalletState> {
  const { userId } = locked
  let wallet = locked
  if (locked.lots.every(lot => lot.expiresAt > now)) return wallet
  const trustedTime = await readTrustedTime(trx, now)
  for (const { id, expiresAt } of locked.lots.filter(lot => lot.expiresAt <= trustedTime)) {
    const ref = { type: 'lot', id: String(id) }
    // The key contains the end, because a refund can extend an expired lot, which then expires again.
    const key = `expire:${id}:${expiresAt.getTime()}`
    await postTransaction(trx, { userId, kind: 'expire', ref, key, change: { type: 'expire', lotId: id }, now, wallet })
    wallet = await lockWallet(trx, userId)
  }
  return wallet
}

export async function writeOffExpiredLotsOfUser(db: Kysely<Database>, userId: string, now: Date): Promise<void> {
  const due = await selectExpiredLots(db, now).where('user_id', '=', userId).limit(1).execute()
  // Ignores errors, because reads must work while writes are refused. The job writes these lots off later.
  await writeOff(db, due, now).catch(() => undefined)
}

export async function writeOffAllExpiredLots(db: Kysely<Database>, now: Date, maxLots = 200): Promise<number> {
  const trustedTime = await readTrustedTime(db, now)
  return writeOff(db, await selectExpiredLots(db, trustedTime).orderBy('expires_at').limit(maxLots).execute(), now)
}

const selectExpiredLots = (db: Kysely<Database>, now: Date) =>
  db.selectFrom('bonus_lots').select('user_id').where('remaining', '>', '0').where('expires_at', '<=', now)

async function writeOff(db: Kysely<Database>, lots: readonly { user_id: string }[], now: Date): Promise<number> {
  const users = new Set(lots.map(lot => lot.user_id))
  await forEachIsolated([...users], userId => transaction(db, trx => lockFreshWallet(trx, userId, now)))
  return users.size
}

const INTERVAL_MS = 5 * 60_000

export function startBonusExpiryJob({
  db,
  clock,
  log,
  monitor
}: {
  db: Kysely<Database>
  clock: Clock
  log: Log
  monitor: JobMonitor
}): () => Promise<void> {
  return startBackgroundJob(
    { name: 'bonus_expiry', pauseMs: INTERVAL_MS, failure: 'expired bonus cannot be written off', log, monitor },
    async () => {
      const users = await writeOffAllExpiredLots(db, new Date(clock.now()))
      if (users > 0) log.info({ users }, 'bonus expired')
    }
  )
}
