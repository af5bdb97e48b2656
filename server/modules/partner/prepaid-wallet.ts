// A partner's prepaid coins: the wallet of a user that nobody can be.
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { BusinessError } from '../../http/business-error.js'
import { type PostedTransaction, post } from '../ledger/post.js'
import { type LockedWallet, lockWallet } from '../ledger/wallet.js'

/** The wallet of a partner's purse, locked; null where nothing was ever paid in. */
export async function lockPrepaidWallet(trx: Transaction<Database>, partnerId: string): Promise<LockedWallet | null> {
  const purseId = await purseOf(trx, partnerId)
  return purseId === null ? null : lockWallet(trx, purseId)
}

/** What is in a partner's purse, in coins. */
export async function prepaidBalance(db: Kysely<Database>, partnerId: string): Promise<number> {
  const row = await db
    .selectFrom('partners')
    .innerJoin('users', 'users.id', 'partners.purse_id')
    .select('users.coins')
    .where('partners.id', '=', partnerId)
    .executeTakeFirst()
  return Number(row?.coins ?? 0)
}

/** Money that a partner has paid, or got back where `coins` is below zero; the same `reference` again moves nothing. */
export interface PrepaidTopUp {
  partnerId: string
  coins: number
  reference: string
  now: Date
}

/** Puts coins into a purse, or takes some out again; 4201 with what there is where they are not there. */
export async function topUpPrepaidWallet(
  trx: Transaction<Database>,
  { partnerId, coins, reference, now }: PrepaidTopUp
): Promise<PostedTransaction> {
  const wallet = await lockWallet(
    trx,
    (await purseOf(trx, partnerId)) ?? (await createPrepaidWallet(trx, partnerId, now))
  )
  const key = `paid in:${reference}`
  const ref = { type: 'partner', id: reference }
  const posting = { userId: wallet.userId, kind: 'adjust', ref, key, now, wallet } as const
  if (coins >= 0) return post(trx, { ...posting, change: { type: 'earn', coins, bonus: 0, endsAt: now } })
  const isRepeated = await trx
    .selectFrom('ledger_txns')
    .select('seq')
    .where('user_id', '=', wallet.userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  if (isRepeated === undefined && wallet.coins < -coins) throw new BusinessError(4201, { coins: wallet.coins })
  return post(trx, { ...posting, change: { type: 'takeBack', coins: -coins, bonus: 0, lotIds: [] } })
}

async function purseOf(trx: Transaction<Database>, partnerId: string): Promise<string | null> {
  const row = await trx.selectFrom('partners').select('purse_id').where('id', '=', partnerId).executeTakeFirst()
  return row?.purse_id ?? null
}

/** The caller has locked the partner: there is one purse. */
async function createPrepaidWallet(trx: Transaction<Database>, partnerId: string, now: Date): Promise<string> {
  const id = `purse_${partnerId}`
  await trx
    .insertInto('users')
    .values({ id, kind: 'partner', nickname: '', avatar_url: null, locale: 'pt', created_at: now })
    .execute()
  await trx.updateTable('partners').set({ purse_id: id }).where('id', '=', partnerId).execute()
  return id
}
