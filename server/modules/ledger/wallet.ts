import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { BusinessError } from '../../http/business-error.js'
import { lockUser } from '../user/queries.js'
import { NO_HASH } from './hash-chain.js'
import type { BonusLot } from './payment-split.js'

/** At one moment: unless its user is locked, it may have changed since then. */
export interface WalletState {
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
export async function lockWallet(trx: Transaction<Database>, userId: string): Promise<WalletState> {
  return (await lockWalletAndReadStoredResponse(trx, userId, null)).wallet
}

export async function lockWalletAndReadStoredResponse(
  trx: Transaction<Database>,
  userId: string,
  key: string | null
): Promise<WalletAndStoredResponse> {
  await lockUser(trx, userId)
  // In a second statement: after waiting for the lock, the first one would see other tables as they were before.
  // https://www.postgresql.org/docs/current/transaction-iso.html#XACT-READ-COMMITTED
  return toWalletAndStoredResponse(userId, await selectWallet(trx, userId, key).executeTakeFirstOrThrow())
}

/** The row that `toWalletAndStoredResponse` reads, to which other columns may be added. */
export const selectWallet = (db: Kysely<Database>, userId: string, key: string | null) =>
  db
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
    .select(['users.coins', 'users.bonus', 'users.debt', 'users.merged_into', 'last.seq', 'last.hash'])
    .select(['kept.request_hash', 'kept.answer'])
    .select(
      sql<[id: number, remaining: number, endsAt: number][]>`(
        select coalesce(jsonb_agg(jsonb_build_array(id, remaining, floor(extract(epoch from expires_at) * 1000)::bigint)
          order by expires_at, id), '[]')
        from bonus_lots where user_id = ${userId} and remaining > 0
      )`.as('lots')
    )
    .where('users.id', '=', userId)

type WalletRow = Awaited<ReturnType<ReturnType<typeof selectWallet>['executeTakeFirstOrThrow']>>

export interface WalletAndStoredResponse {
  wallet: WalletState
  stored: StoredWriteResponse | null
}

export function toWalletAndStoredResponse(userId: string, row: WalletRow): WalletAndStoredResponse {
  if (row.merged_into !== null) throw new BusinessError(999)
  const wallet = {
    userId,
    coins: Number(row.coins),
    bonus: Number(row.bonus),
    debt: Number(row.debt),
    lots: row.lots.map(([id, remaining, endsAt]) => ({ id, remaining, expiresAt: new Date(endsAt) })),
    seq: Number(row.seq ?? 0),
    hash: row.hash ?? NO_HASH
  }
  const { request_hash: requestHash, answer } = row
  return { wallet, stored: requestHash === null ? null : { requestHash, answer: answer ?? '' } }
}

/**
 * The row that `toBalanceAndDebt` reads, to which other columns may be added. Expired bonus does not count, even before it
 * is written off.
 */
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
