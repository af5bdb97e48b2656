import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { OrderRow } from '../../db/schema/store-tables.js'
import { lockFreshWallet } from '../ledger/bonus-expiry.js'
import { settleDebt } from '../ledger/debt.js'
import { grantBonus, topUp } from '../ledger/grants.js'
import { appendPass } from '../pass/passes.js'
import { queueOrderPostbacks } from '../postback/queue-order-postbacks.js'
import { prioritizePendingEarnings } from '../reward/earning/pending-earnings.js'
import { FIRST_PURCHASE_BONUS } from '../store/starter-products.js'
import { hasBoughtCoins } from './orders.js'
import { updateTopUpTasks } from './refund/top-up-task.js'

export interface PaymentReferences {
  ref: string | null
  paymentRef: string | null
}

/** Gives what a paid order bought. The order must be locked and not fulfilled yet. */
export async function fulfil(
  trx: Transaction<Database>,
  order: OrderRow,
  { ref, paymentRef }: PaymentReferences,
  { now, zone }: { now: Date; zone: string }
): Promise<OrderRow> {
  const { debt } = await lockFreshWallet(trx, order.user_id, now)
  const gift = order.kind === 'coins' && !(await hasBoughtCoins(trx, order.user_id)) ? FIRST_PURCHASE_BONUS : 0
  const paid = await trx
    .updateTable('orders')
    .set({ status: 'paid', paid_at: now, gift, payment_ref: paymentRef, provider_ref: order.provider_ref ?? ref })
    .where('order_no', '=', order.order_no)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (paid.kind === 'coins') {
    await creditCoins(trx, paid, { now, zone, debt })
    await updateTopUpTasks(trx, paid, { now, zone })
  } else await appendPass(trx, paid, now)
  await prioritizePendingEarnings(trx, order.user_id)
  await queueOrderPostbacks(trx, 'purchase', paid, { eventId: paid.event_id, value: Number(paid.amount), now })
  return paid
}

async function creditCoins(
  trx: Transaction<Database>,
  { user_id: userId, order_no: orderNo, coins, bonus, gift }: OrderRow,
  { now, zone, debt }: { now: Date; zone: string; debt: number }
): Promise<void> {
  await topUp(trx, { userId, orderNo, coins, bonus, now, zone })
  if (gift > 0) {
    const ref = { type: 'order', id: orderNo }
    await grantBonus(trx, { userId, kind: 'gift', ref, key: 'first_topup', bonus: gift, now, zone })
  }
  if (debt > 0) await settleDebt(trx, { userId, refId: orderNo, key: `debt:${orderNo}`, now })
}
