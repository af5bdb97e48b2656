import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema.js'
import { transaction } from '../../db/transaction.js'
import { post } from './post.js'
import { lockWallet, type Wallet } from './wallet.js'

/** Locks the user's money and writes off the bonus that has ended. Whoever charges begins with this. */
export async function openWallet(trx: Transaction<Database>, userId: string, now: Date): Promise<Wallet> {
  const wallet = await lockWallet(trx, userId)
  const due = wallet.lots.filter(lot => lot.expiresAt <= now)
  for (const { id, expiresAt } of due) {
    const ref = { type: 'lot', id: String(id) }
    // A lot that got money back ends again, at another time.
    const key = `expire:${id}:${expiresAt.getTime()}`
    await post(trx, { userId, kind: 'expire', ref, key, change: { type: 'expire', lotId: id }, now })
  }
  return due.length === 0 ? wallet : lockWallet(trx, userId)
}

/** Writes off the user's bonus that has ended before it is read of; what cannot be written now is written later. */
export async function writeOffEnded(db: Kysely<Database>, userId: string, now: Date): Promise<void> {
  const due = await db
    .selectFrom('bonus_lots')
    .select('id')
    .where('user_id', '=', userId)
    .where('remaining', '>', '0')
    .where('expires_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  if (due === undefined) return
  // Reads must go on while writes are refused.
  await transaction(db, trx => openWallet(trx, userId, now)).catch(() => undefined)
}

/** Writes off the ended bonus of some users, those that ended first; gives how many users there were. */
export async function expireBonus(db: Kysely<Database>, now: Date, mostUsers = 200): Promise<number> {
  const rows = await db
    .selectFrom('bonus_lots')
    .select('user_id')
    .where('remaining', '>', '0')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(mostUsers)
    .execute()
  const users = new Set(rows.map(row => row.user_id))
  for (const userId of users) await transaction(db, trx => openWallet(trx, userId, now))
  return users.size
}
