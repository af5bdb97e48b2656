import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import { lockFreshWallet } from '../../ledger/bonus-expiry.js'
import { computeBonusEnd } from '../../ledger/grants.js'
import type { Movement } from '../../ledger/movements.js'
import { postTransaction } from '../../ledger/post.js'
import type { LockedWallet } from '../../ledger/wallet.js'
import { restorePass, revokePass } from '../../pass/passes.js'
import { queueOrderPostbacks } from '../../postback/queue-order-postbacks.js'
import { readOrderLots } from './order-lots.js'
import { readNextReturn, readRevokedCoins, writeReturn } from './order-returns.js'
import { computeDisputedAmount, computeReversedAmount, type RefundState, scaleByReversedShare } from './refund-state.js'

export interface ReversalContext {
  moneyRefundedAt: Date | null
  now: Date
  zone: string
}

/**
 * Stores the refund state and adjusts what the order gave to its remaining money. Idempotent; the order must be locked.
 */
export async function reverseOrder(
  trx: Transaction<Database>,
  order: OrderRow,
  { status, refundedAmount, disputedAmount }: RefundState,
  { moneyRefundedAt, now, zone }: ReversalContext
): Promise<OrderRow> {
  const isSame = refundedAmount === Number(order.refunded_amount) && disputedAmount === computeDisputedAmount(order)
  if (status === order.status && isSame) return order
  const wallet = await lockFreshWallet(trx, order.user_id, now)
  const after = await trx
    .updateTable('orders')
    .set({ status, refunded_amount: refundedAmount, disputed_amount: disputedAmount })
    .set({ refunded_at: status === 'paid' ? null : (order.refunded_at ?? now) })
    .set({ money_back_at: status === 'refunded' ? moneyRefundedAt : null })
    .where('order_no', '=', order.order_no)
    .returningAll()
    .executeTakeFirstOrThrow()
  const amount = computeReversedAmount(after) - computeReversedAmount(order)
  if (amount === 0) return after
  const { no, key } = await readNextReturn(trx, after)
  const moveCoins = amount > 0 ? revokeOrderCoins : restoreOrderCoins
  const hasMovedCoins = after.kind === 'coins' && (await moveCoins(trx, after, { key, now, zone, wallet }))
  if (after.kind !== 'coins') await updatePass(trx, order, after, now)
  await writeReturn(trx, {
    order_no: after.order_no,
    no,
    amount,
    ledger_key: hasMovedCoins ? key : null,
    created_at: now
  })
  const postback = { eventId: no === 1 ? after.event_id : `${after.event_id}:${no}`, value: Math.abs(amount), now }
  await queueOrderPostbacks(trx, amount > 0 ? 'refund' : 'purchase', after, postback)
  return after
}

interface CoinReversal {
  key: string
  now: Date
  zone: string
  wallet: LockedWallet
}

async function revokeOrderCoins(trx: Transaction<Database>, order: OrderRow, reversal: CoinReversal): Promise<boolean> {
  const { user_id: userId, order_no: orderNo } = order
  const lots = await readOrderLots(trx, order)
  const expired = lots.reduce((sum, lot) => sum + lot.expired, 0)
  const revoked = await readRevokedCoins(trx, orderNo)
  const coins = scaleByReversedShare(order.coins, order) - revoked.coins
  // Bonus that expired unspent is not owed.
  const bonus = Math.max(0, scaleByReversedShare(order.bonus + order.gift - expired, order) - revoked.bonus)
  if (coins + bonus === 0) return false
  // Skips lots of a merged visitor, because the merge moved their bonus into lots of the account.
  const lotIds = lots.filter(lot => lot.userId === userId).map(({ id }) => id)
  const change = { type: 'revoke', coins, bonus, lotIds } as const
  await postReversal(trx, order, reversal, change)
  return true
}

/** Restores what was revoked beyond the current refund state; what was taken from bonus comes back as bonus. */
async function restoreOrderCoins(
  trx: Transaction<Database>,
  order: OrderRow,
  reversal: CoinReversal
): Promise<boolean> {
  const { order_no: orderNo, coins, bonus, gift } = order
  const revoked = await readRevokedCoins(trx, orderNo)
  const restored = {
    coins: revoked.coins - scaleByReversedShare(coins, order),
    bonus: Math.max(0, revoked.bonus - scaleByReversedShare(bonus + gift, order))
  }
  const total = restored.coins + restored.bonus
  if (total === 0) return false
  const asBonus = Math.max(0, Math.min(total, restored.bonus + revoked.fromBonus - revoked.bonus))
  const endsAt = computeBonusEnd(reversal.now, reversal.zone)
  const change = { type: 'restore', ...restored, asBonus, endsAt } as const
  await postReversal(trx, order, reversal, change)
  return true
}

function postReversal(
  trx: Transaction<Database>,
  { user_id: userId, order_no: orderNo }: OrderRow,
  { key, now, wallet }: CoinReversal,
  change: Movement
) {
  const ref = { type: 'order', id: orderNo } as const
  return postTransaction(trx, { userId, kind: 'order_refund', ref, key, change, now, wallet })
}

async function updatePass(trx: Transaction<Database>, before: OrderRow, after: OrderRow, now: Date): Promise<void> {
  const isFullyReversed = (order: OrderRow) => computeReversedAmount(order) === Number(order.amount)
  if (!isFullyReversed(before) && isFullyReversed(after)) await revokePass(trx, after, now)
  if (isFullyReversed(before) && !isFullyReversed(after)) await restorePass(trx, after, now)
}
