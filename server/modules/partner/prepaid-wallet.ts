// A partner's prepaid coins are the wallet of a user who cannot sign in.
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { BusinessError } from '../../http/business-error.js'
import { type PostedTransaction, postTransaction } from '../ledger/post.js'
import { lockWallet, type WalletState } from '../ledger/wallet.js'

export async function lockPrepaidWallet(trx: Transaction<Database>, partnerId: string): Promise<WalletState | null> {
  const walletUserId = await findWalletUserId(trx, partnerId)
  return walletUserId === null ? null : lockWallet(trx, walletUserId)
}

export async function readPrepaidBalance(db: Kysely<Database>, partnerId: string): Promise<number> {
  const row = await db
    .selectFrom('partners')
    .innerJoin('users', 'users.id', 'partners.purse_id')
    .select('users.coins')
    .where('partners.id', '=', partnerId)
    .executeTakeFirst()
  return Number(row?.coins ?? 0)
}

/** `coins` is negative for a refund. The same `reference` again moves nothing. */
export interface PrepaidTopUp {
  partnerId: string
  coins: number
  reference: string
  now: Date
}

/** Throws 4201 with the balance if a refund exceeds it. */
export async function topUpPrepaidWallet(
  trx: Transaction<Database>,
  { partnerId, coins, reference, now }: PrepaidTopUp
): Promise<PostedTransaction> {
  const wallet = await lockWallet(
    trx,
    (await findWalletUserId(trx, partnerId)) ?? (await createPrepaidWallet(trx, partnerId, now))
  )
  const key = `paid in:${reference}`
  const ref = { type: 'partner', id: reference }
  const posting = { userId: wallet.userId, kind: 'adjust', ref, key, now, wallet } as const
  if (coins >= 0) return postTransaction(trx, { ...posting, change: { type: 'earn', coins, bonus: 0, endsAt: now } })
  const existing = await trx
    .selectFrom('ledger_txns')
    .select('seq')
    .where('user_id', '=', wallet.userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  if (existing === undefined && wallet.coins < -coins) throw new BusinessError(4201, { coins: wallet.coins })
  return postTransaction(trx, { ...posting, change: { type: 'revoke', coins: -coins, bonus: 0, lotIds: [] } })
}

async function findWalletUserId(trx: Transaction<Database>, partnerId: string): Promise<string | null> {
  const row = await trx.selectFrom('partners').select('purse_id').where('id', '=', partnerId).executeTakeFirst()
  return row?.purse_id ?? null
}

/** The caller has locked the partner, so that only one wallet is created. */
async function createPrepaidWallet(trx: Transaction<Database>, partnerId: string, now: Date): Promise<string> {
  const id = `purse_${partnerId}`
  await trx
    .insertInto('users')
    .values({ id, kind: 'partner', nickname: '', avatar_url: null, locale: 'pt', created_at: now })
    .execute()
  await trx.updateTable('partners').set({ purse_id: id }).where('id', '=', partnerId).execute()
  return id
}
