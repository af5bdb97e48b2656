import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import { transaction } from '../../../db/transaction.js'
import { lockFreshWallet } from '../../ledger/bonus-expiry.js'
import { ProviderUnavailable } from '../../payment/provider.js'
import { lockOrder } from '../orders.js'
import type { ProviderPollContext } from '../provider-poll.js'
import { readOrderLots } from './order-lots.js'
import { readRevokedCoins } from './order-returns.js'
import { readLastRefundRef, recordRequestedRefund } from './requested-refunds.js'
import { reverseOrder } from './reverse-order.js'

export const REFUND_DAYS = 14
const REFUND_PERIOD_MS = REFUND_DAYS * 86_400_000

export type RefundRefusal = 'unknown_order' | 'not_paid' | 'too_late' | 'spent'
export type RefundResult = { type: 'refunded' } | { type: 'refused'; reason: RefundRefusal }

/**
 * Revokes what the order gave, then has the provider refund the money. After ProviderUnavailable, call it again: it
 * then repeats only the refund.
 */
export async function refundOrder(context: ProviderPollContext, orderNo: string, now: Date): Promise<RefundResult> {
  const revoked = await transaction(context.db, trx => revokeUnspent(trx, orderNo, now, context.config.timezone))
  if ('type' in revoked) return revoked
  if (revoked.money_back_at !== null) return { type: 'refunded' }
  const provider = context.payments.find(revoked.provider)
  if (provider === null) throw new ProviderUnavailable(`${revoked.provider} is not configured`)
  await context.trackExternalWait(provider.refund(revoked, await readLastRefundRef(context.db, revoked)))
  await transaction(context.db, trx =>
    trx
      .updateTable('orders')
      .set({ money_back_at: now })
      .where('order_no', '=', orderNo)
      // The refund may have failed in the meantime.
      .where('status', '=', 'refunded')
      .execute()
  )
  return { type: 'refunded' }
}

async function revokeUnspent(
  trx: Transaction<Database>,
  orderNo: string,
  now: Date,
  zone: string
): Promise<OrderRow | RefundResult> {
  const order = await lockOrder(trx, null, { orderNo, paymentRef: null })
  if (order === null) return { type: 'refused', reason: 'unknown_order' }
  if (order.status === 'refunded') return order
  if (order.status !== 'paid' || order.paid_at === null) return { type: 'refused', reason: 'not_paid' }
  if (now.getTime() - order.paid_at.getTime() > REFUND_PERIOD_MS) return { type: 'refused', reason: 'too_late' }
  if (order.kind === 'coins' && !(await isUnspent(trx, order, now))) return { type: 'refused', reason: 'spent' }
  await recordRequestedRefund(trx, order, now)
  const fullRefund = { status: 'refunded', refundedAmount: Number(order.amount), disputedAmount: 0 } as const
  return reverseOrder(trx, order, fullRefund, { moneyRefundedAt: null, now, zone })
}

async function isUnspent(trx: Transaction<Database>, order: OrderRow, now: Date): Promise<boolean> {
  const { coins } = await lockFreshWallet(trx, order.user_id, now)
  const lots = await readOrderLots(trx, order)
  const revoked = await readRevokedCoins(trx, order.order_no)
  const sumLots = (part: 'remaining' | 'expired') => lots.reduce((sum, lot) => sum + lot[part], 0)
  const bonus = order.bonus + order.gift - revoked.bonus - sumLots('expired')
  return coins >= order.coins - revoked.coins && sumLots('remaining') >= bonus
}
