import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { type PostedTransaction, postTransaction } from '../ledger/post.js'
import type { WalletState } from '../ledger/wallet.js'

const REFUNDED_LOT_LIFETIME_MS = 7 * 86_400_000
/** The lots of another user’s payment are unknown here, so that its bonus lasts as long as new bonus. */
const BONUS_LIFETIME_MS = 30 * 86_400_000

export interface PaidUnlock {
  episodeId: string
  source: Selectable<Database['unlocks']>['source']
  coinsPaid: number
  bonusPaid: number
  ledgerSeq: number | null
  createdAt: Date
}

export async function findPaidUnlock(
  db: Kysely<Database>,
  userId: string,
  episodeId: string
): Promise<PaidUnlock | null> {
  const row = await db
    .selectFrom('unlocks')
    .select(['source', 'coins_paid', 'bonus_paid', 'ledger_seq', 'created_at'])
    .where('user_id', '=', userId)
    .where('episode_id', '=', episodeId)
    .where('refunded_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.coins_paid + row.bonus_paid === 0) return null
  return {
    episodeId,
    source: row.source,
    coinsPaid: row.coins_paid,
    bonusPaid: row.bonus_paid,
    ledgerSeq: row.ledger_seq === null ? null : Number(row.ledger_seq),
    createdAt: row.created_at
  }
}

/**
 * Locks the episode and returns the payment to its coins and lots; lots that have expired last 7 more days. The wallet
 * must be locked, and nothing posted since.
 */
export async function refundUnlock(
  trx: Transaction<Database>,
  wallet: WalletState,
  { episodeId, coinsPaid, bonusPaid, ledgerSeq }: PaidUnlock,
  now: Date
): Promise<PostedTransaction> {
  const { userId } = wallet
  await relockEpisode(trx, { userId, episodeId, now })
  if (ledgerSeq === null) {
    const ref = { type: 'unlock', id: `merged:${episodeId}:${now.getTime()}` }
    const endsAt = new Date(now.getTime() + BONUS_LIFETIME_MS)
    const change = { type: 'refundWithoutLots', coins: coinsPaid, bonus: bonusPaid, endsAt } as const
    // Kind `merge`, because the payment is in the chain of a merged visitor and `unlock_refund` needs one in this
    // chain.
    return postTransaction(trx, { userId, kind: 'merge', ref, key: `refund:${ref.id}`, change, now, wallet })
  }
  const lots = distribute(bonusPaid, await readPaymentLots(trx, userId, ledgerSeq))
  const payment = { coins: coinsPaid, lots }
  const change = { type: 'refund', payment, endsAt: new Date(now.getTime() + REFUNDED_LOT_LIFETIME_MS) } as const
  const refId = `${ledgerSeq}:${episodeId}`
  const ref = { type: 'unlock', id: refId }
  return postTransaction(trx, { userId, kind: 'unlock_refund', ref, key: `refund:${refId}`, change, now, wallet })
}

export async function relockEpisode(
  trx: Transaction<Database>,
  { userId, episodeId, now }: { userId: string; episodeId: string; now: Date }
): Promise<void> {
  await trx
    .updateTable('unlocks')
    .set({ refunded_at: now })
    .where('user_id', '=', userId)
    .where('episode_id', '=', episodeId)
    .execute()
}

/** Subtracts earlier refunds of the payment. Youngest lots come first, because they last longest. */
async function readPaymentLots(trx: Transaction<Database>, userId: string, seq: number) {
  const rows = await trx
    .selectFrom('ledger_entries')
    .innerJoin('ledger_txns', join =>
      join
        .onRef('ledger_txns.user_id', '=', 'ledger_entries.user_id')
        .onRef('ledger_txns.seq', '=', 'ledger_entries.seq')
    )
    .select(({ fn }) => [
      sql<string>`split_part(account, ':', 4)::bigint`.as('lot'),
      fn.sum<string>('ledger_entries.amount').as('amount')
    ])
    .where('ledger_entries.user_id', '=', userId)
    .where('ledger_entries.account', 'like', 'user:%:bonus:%')
    .where(({ or, and, eb, fn, val }) =>
      or([
        eb('ledger_txns.seq', '=', String(seq)),
        and([
          eb('ledger_txns.kind', '=', 'unlock_refund'),
          eb(fn<boolean>('starts_with', ['ledger_txns.ref_id', val(`${seq}:`)]), '=', true)
        ])
      ])
    )
    .groupBy('lot')
    .orderBy('lot', 'desc')
    .execute()
  return rows.map(({ lot, amount }) => ({ id: Number(lot), amount: -Number(amount) }))
}

function distribute(total: number, lots: readonly { id: number; amount: number }[]) {
  let missing = total
  return lots.flatMap(({ id, amount }) => {
    const given = Math.min(missing, amount)
    missing -= given
    return given > 0 ? [{ id, amount: given }] : []
  })
}
