import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { forEachIsolated, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { type Log, loggedError } from '../../lib/log.js'
import { post } from './post.js'
import { type LockedWallet, lockWallet } from './wallet.js'

/** Locks the user's money and writes off the bonus that has ended. Whoever charges begins with this. */
export async function lockFreshWallet(trx: Transaction<Database>, userId: string, now: Date): Promise<LockedWallet> {
  return writeOffLots(trx, await lockWallet(trx, userId), now)
}

/** Writes off the lots of a locked wallet that have ended, and gives what is left. */
export async function writeOffLots(trx: Transaction<Database>, locked: LockedWallet, now: Date): Promise<LockedWallet> {
  const { userId } = locked
  let wallet = locked
  for (const { id, expiresAt } of locked.lots.filter(lot => lot.expiresAt <= now)) {
    const ref = { type: 'lot', id: String(id) }
    // A lot that got money back ends again, at another time.
    const key = `expire:${id}:${expiresAt.getTime()}`
    await post(trx, { userId, kind: 'expire', ref, key, change: { type: 'expire', lotId: id }, now, wallet })
    wallet = await lockWallet(trx, userId)
  }
  return wallet
}

/** Writes off the user's bonus that has ended before it is read of; what cannot be written now is written later. */
export async function expireEndedLots(db: Kysely<Database>, userId: string, now: Date): Promise<void> {
  const due = await endedLots(db, now).where('user_id', '=', userId).limit(1).execute()
  // Reads must go on while writes are refused.
  await writeOff(db, due, now).catch(() => undefined)
}

/** Writes off the ended bonus of some users, those that ended first; gives how many users there were. */
export async function expireBonus(db: Kysely<Database>, now: Date, mostLots = 200): Promise<number> {
  return writeOff(db, await endedLots(db, now).orderBy('expires_at').limit(mostLots).execute(), now)
}

const endedLots = (db: Kysely<Database>, now: Date) =>
  db.selectFrom('bonus_lots').select('user_id').where('remaining', '>', '0').where('expires_at', '<=', now)

async function writeOff(db: Kysely<Database>, lots: readonly { user_id: string }[], now: Date): Promise<number> {
  const users = new Set(lots.map(lot => lot.user_id))
  await forEachIsolated([...users], userId => transaction(db, trx => lockFreshWallet(trx, userId, now)))
  return users.size
}

const EVERY_MS = 5 * 60_000

/** Writes off ended bonus every five minutes; several servers of one database may do so side by side. */
export function startExpiry({ db, clock, log }: { db: Kysely<Database>; clock: Clock; log: Log }): () => Promise<void> {
  return startBackgroundJob(async () => {
    try {
      const users = await expireBonus(db, new Date(clock.now()))
      if (users > 0) log.info({ users }, 'bonus ended')
    } catch (error) {
      log.warn({ error: loggedError(error) }, 'ended bonus cannot be written off')
    }
  }, EVERY_MS)
}
