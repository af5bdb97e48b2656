import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema.js'
import { NO_HASH } from './chain.js'
import type { Lot } from './spend.js'

/** A user's money and where their chain ends; amounts in coins. */
export interface Wallet {
  userId: string
  coins: number
  bonus: number
  lots: Lot[]
  seq: number
  hash: string
}

/** Reads a wallet after locking the user's row: until the transaction ends nobody else moves this user's money. */
export async function lockWallet(trx: Transaction<Database>, userId: string): Promise<Wallet> {
  const { coins, bonus } = await trx
    .selectFrom('users')
    .select(['coins', 'bonus'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const last = await trx
    .selectFrom('ledger_txns')
    .select(['seq', 'hash'])
    .where('user_id', '=', userId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    ...{ userId, coins: Number(coins), bonus: Number(bonus), lots: await openLots(trx, userId) },
    ...{ seq: Number(last?.seq ?? 0), hash: last?.hash ?? NO_HASH }
  }
}

/** What a user can spend at a time: bonus that has ended counts no more, also before it is written off. */
export async function balanceAt(db: Kysely<Database>, userId: string, now: Date) {
  const row = await db
    .selectFrom('users')
    .select(['coins', 'bonus'])
    .select(query =>
      query
        .selectFrom('bonus_lots')
        .select(({ fn }) => fn.sum<string | null>('remaining').as('sum'))
        .where('user_id', '=', userId)
        .where('remaining', '>', '0')
        .where('expires_at', '<=', now)
        .as('ended')
    )
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { coins: Number(row.coins), bonus: Number(row.bonus) - Number(row.ended ?? 0) }
}

/** Lots with something left, those that end first at the start. */
export async function openLots(db: Kysely<Database>, userId: string): Promise<Lot[]> {
  const rows = await db
    .selectFrom('bonus_lots')
    .select(['id', 'remaining', 'expires_at'])
    .where('user_id', '=', userId)
    .where('remaining', '>', '0')
    .orderBy('expires_at')
    .orderBy('id')
    .execute()
  return rows.map(row => ({ id: Number(row.id), remaining: Number(row.remaining), expiresAt: row.expires_at }))
}
