import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import { transaction } from '../../../db/transaction.js'
import { lockFreshWallet } from '../../ledger/bonus-expiry.js'
import { ProviderUnavailable } from '../../payment/provider.js'
import { lockOrder } from '../orders.js'
import type { ProviderPollContext } from '../provider-poll.js'
import { lotsOf } from './order-lots.js'
import { revokedCoins } from './order-returns.js'
import { lastRefund, recordOwnRefund } from './own-refunds.js'
import { reverseOrder } from './reverse-order.js'

export const REFUND_DAYS = 14
const DAYS_MS = REFUND_DAYS * 86_400_000

/** Why an order is not paid back: it gave what is spent already, it is older than 14 days, or nobody paid it. */
export type RefundRefusal = 'unknown_order' | 'not_paid' | 'too_late' | 'spent'
export type Refund = { type: 'refunded' } | { type: 'refused'; reason: RefundRefusal }

/**
 * Pays an order back whose coins are all there: takes them first, then has the provider pay. Where the provider does not
 * answer it throws ProviderUnavailable; called again, it goes on there.
 */
export async function refundOrder(desk: ProviderPollContext, orderNo: string, now: Date): Promise<Refund> {
  const taken = await transaction(desk.db, trx => revokeUnspent(trx, orderNo, now, desk.config.timezone))
  if ('type' in taken) return taken
  if (taken.money_back_at !== null) return { type: 'refunded' }
  const provider = desk.payments.find(taken.provider)
  if (provider === null) throw new ProviderUnavailable(`${taken.provider} is not configured`)
  await desk.waitElsewhere(provider.refund(taken, await lastRefund(desk.db, taken)))
  await transaction(desk.db, trx =>
    trx
      .updateTable('orders')
      .set({ money_back_at: now })
      .where('order_no', '=', orderNo)
      // It may have failed meanwhile.
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
): Promise<OrderRow | Refund> {
  const order = await lockOrder(trx, null, { orderNo, paymentRef: null })
  if (order === null) return { type: 'refused', reason: 'unknown_order' }
  if (order.status === 'refunded') return order
  if (order.status !== 'paid' || order.paid_at === null) return { type: 'refused', reason: 'not_paid' }
  if (now.getTime() - order.paid_at.getTime() > DAYS_MS) return { type: 'refused', reason: 'too_late' }
  if (order.kind === 'coins' && !(await isUnspent(trx, order, now))) return { type: 'refused', reason: 'spent' }
  await recordOwnRefund(trx, order, now)
  const whole = { status: 'refunded', refundedAmount: Number(order.amount), disputedAmount: 0 } as const
  return reverseOrder(trx, order, whole, { moneyBackAt: null, now, zone })
}

/** Whether everything that an order gave, and was not taken back yet, is still there. */
async function isUnspent(trx: Transaction<Database>, order: OrderRow, now: Date): Promise<boolean> {
  const { coins } = await lockFreshWallet(trx, order.user_id, now)
  const lots = await lotsOf(trx, order)
  const taken = await revokedCoins(trx, order.order_no)
  const sumOf = (part: 'remaining' | 'ended') => lots.reduce((sum, lot) => sum + lot[part], 0)
  const bonus = order.bonus + order.gift - taken.bonus - sumOf('ended')
  return coins >= order.coins - taken.coins && sumOf('remaining') >= bonus
}
