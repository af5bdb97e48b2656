import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { BusinessError } from '../../http/business-error.js'
import { NO_HASH } from './hash-chain.js'
import type { BonusLot } from './payment-split.js'

export interface LockedWallet {
  userId: string
  debt: number
  coins: number
  bonus: number
  lots: BonusLot[]
  seq: number
  hash: string
}

export interface StoredWriteResponse {
  requestHash: string
  answer: string
}

/**
 * Locks the user's row until the transaction ends, then reads the wallet. Throws 999 for a merged visitor: `lockOwner`
 * finds the account.
 */
export async function lockWallet(trx: Transaction<Database>, userId: string): Promise<LockedWallet> {
  return (await lockWalletAndReadStoredResponse(trx, userId, null)).wallet
}

export async function lockWalletAndReadStoredResponse(
  trx: Transaction<Database>,
  userId: string,
  key: string | null
): Promise<{ wallet: LockedWallet; stored: StoredWriteResponse | null }> {
  const {
    coins,
    bonus,
    debt,
    merged_into: mergedInto
  } = await trx
    .selectFrom('users')
    .select(['coins', 'bonus', 'debt', 'merged_into'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (mergedInto !== null) throw new BusinessError(999)
  // Reads in a second statement: after waiting for the lock, the first one would see other tables as they were before.
  // https://www.postgresql.org/docs/current/transaction-iso.html#XACT-READ-COMMITTED
  const rows = await trx
    .selectFrom('users')
    .leftJoinLateral(
      query =>
        query
          .selectFrom('ledger_txns')
          .select(['seq', 'hash'])
          .where('user_id', '=', userId)
          .orderBy('seq', 'desc')
          .limit(1)
          .as('last'),
      join => join.onTrue()
    )
    .leftJoin('idempotent_answers as kept', join =>
      join.onRef('kept.user_id', '=', 'users.id').on('kept.key', '=', key ?? '')
    )
    .leftJoin('bonus_lots', join =>
      join.onRef('bonus_lots.user_id', '=', 'users.id').on('bonus_lots.remaining', '>', '0')
    )
    .select(['last.seq', 'last.hash', 'bonus_lots.id', 'bonus_lots.remaining', 'bonus_lots.expires_at'])
    .select(['kept.request_hash', 'kept.answer'])
    .where('users.id', '=', userId)
    .orderBy('bonus_lots.expires_at')
    .orderBy('bonus_lots.id')
    .execute()
  const lots = rows.flatMap(({ id, remaining, expires_at: expiresAt }) =>
    expiresAt === null ? [] : [{ id: Number(id), remaining: Number(remaining), expiresAt }]
  )
  // The left joins return at least the locked user's row.
  const { seq, hash, request_hash: requestHash, answer } = rows[0] as (typeof rows)[number]
  const wallet = {
    userId,
    coins: Number(coins),
    bonus: Number(bonus),
    debt: Number(debt),
    lots,
    seq: Number(seq ?? 0),
    hash: hash ?? NO_HASH
  }
  return { wallet, stored: requestHash === null ? null : { requestHash, answer: answer ?? '' } }
}

/** Expired bonus does not count, even before it is written off. */
/** The row that `toBalanceAndDebt` reads, to which other columns may be added. */
export const selectBalanceAndDebt = (db: Kysely<Database>, userId: string, now: Date) =>
  db
    .selectFrom('users')
    .select(['coins', 'bonus', 'debt'])
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

interface BalanceRow {
  coins: string
  bonus: string
  debt: string
  ended: string | null
}

export const toBalanceAndDebt = ({ coins, bonus, debt, ended }: BalanceRow) => ({
  balance: { coins: Number(coins), bonus: Number(bonus) - Number(ended ?? 0) },
  debt: Number(debt)
})

export const readBalanceAndDebt = async (db: Kysely<Database>, userId: string, now: Date) =>
  toBalanceAndDebt(await selectBalanceAndDebt(db, userId, now).executeTakeFirstOrThrow())

export async function readBalance(db: Kysely<Database>, userId: string, now: Date) {
  return (await readBalanceAndDebt(db, userId, now)).balance
}
