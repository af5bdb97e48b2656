import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRefundRow, OrderRow, SpentRule } from '../../../db/schema/store-tables.js'
import { transaction } from '../../../db/transaction.js'
import { lockFreshWallet } from '../../ledger/bonus-expiry.js'
import { ProviderUnavailable } from '../../payment/provider.js'
import { lockOrder } from '../orders.js'
import type { ProviderPollContext } from '../provider-poll.js'
import { readDueCoins } from './due-coins.js'
import { computeReversedAmount, type RefundState } from './refund-state.js'
import {
  findPendingRefund,
  findRefundByKey,
  markMoneyBack,
  type PendingRefund,
  recordRequestedRefund
} from './requested-refunds.js'
import { reverseOrder } from './reverse-order.js'

export const REFUND_DAYS = 14
const REFUND_PERIOD_MS = REFUND_DAYS * 86_400_000

/** `amount` is in minor units, null for what is left. With the `key` of an earlier request, that refund is meant. */
export interface RefundRequest {
  orderNo: string
  amount: number | null
  spent: SpentRule
  reason: string | null
  operator: string
  key: string | null
}

/** `left` is what can still be refunded, in minor units; `pending` the amount that waits for the provider. */
export type RefundResult =
  | { type: 'refunded'; order: OrderRow; refund: OrderRefundRow | null }
  | { type: 'refused'; reason: 'unknown_order' | 'not_paid' | 'too_late' | 'spent' | 'key_used' }
  | { type: 'refused'; reason: 'not_left'; left: number; currency: string }
  | { type: 'refused'; reason: 'pending'; pending: number; currency: string }

/**
 * Revokes what belongs to the refunded money, then has the provider refund it. After ProviderUnavailable, call it again
 * with the same amount: it then repeats only the provider's call.
 */
export async function refundOrder(
  context: ProviderPollContext,
  request: RefundRequest,
  now: Date
): Promise<RefundResult> {
  const prepared = await transaction(context.db, trx => prepareRefund(trx, request, now, context.config.timezone))
  if (prepared.type !== 'waiting') return prepared
  const { order, pending } = prepared
  const provider = context.payments.find(order.provider)
  if (provider === null) throw new ProviderUnavailable(`${order.provider} is not configured`)
  const { ref, amount, isRest } = pending
  await context.trackExternalWait(provider.refund(order, { ref, amount: isRest ? null : amount }))
  await transaction(context.db, trx => markMoneyBack(trx, order, ref, now))
  return { type: 'refunded', order, refund: pending.refund && { ...pending.refund, money_back_at: now } }
}

type PreparedRefund = RefundResult | { type: 'waiting'; order: OrderRow; pending: PendingRefund }

/** Two operators at once come one after the other, because the order is locked; the second finds the first's refund. */
async function prepareRefund(
  trx: Transaction<Database>,
  request: RefundRequest,
  now: Date,
  zone: string
): Promise<PreparedRefund> {
  const order = await lockOrder(trx, null, { orderNo: request.orderNo, paymentRef: null })
  if (order === null) return { type: 'refused', reason: 'unknown_order' }
  const { amount, key } = request
  const pending = await findPendingRefund(trx, order)
  const known = key === null ? undefined : await findRefundByKey(trx, order, key)
  if (known !== undefined && amount !== null && amount !== Number(known.amount)) {
    return { type: 'refused', reason: 'key_used' }
  }
  if (known !== undefined && known.refund_ref !== pending?.ref) return { type: 'refunded', order, refund: known }
  if (pending !== null) {
    const isMeant = known !== undefined || (amount === null ? pending.isRest : amount === pending.amount)
    if (isMeant) return { type: 'waiting', order, pending }
    return { type: 'refused', reason: 'pending', pending: pending.amount, currency: order.currency }
  }
  if (order.status === 'refunded' && amount === null) return { type: 'refunded', order, refund: null }
  return requestRefund(trx, order, request, now, zone)
}

async function requestRefund(
  trx: Transaction<Database>,
  order: OrderRow,
  request: RefundRequest,
  now: Date,
  zone: string
): Promise<PreparedRefund> {
  const { spent, reason } = request
  const isRefunded = order.status === 'refunded'
  if ((order.status !== 'paid' && !isRefunded) || order.paid_at === null) return { type: 'refused', reason: 'not_paid' }
  const left = Number(order.amount) - computeReversedAmount(order)
  const amount = request.amount ?? left
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > left) {
    return { type: 'refused', reason: 'not_left', left, currency: order.currency }
  }
  const isLate = now.getTime() - order.paid_at.getTime() > REFUND_PERIOD_MS
  if (isLate && reason === null) return { type: 'refused', reason: 'too_late' }
  const state = addRefund(order, amount)
  if (spent === 'refuse' && order.kind === 'coins' && !(await isUnspent(trx, order, state, now))) {
    return { type: 'refused', reason: 'spent' }
  }
  const reversal = {
    moneyRefundedAt: null,
    spent: spent === 'waive' ? 'waive' : 'debt',
    failedRefunds: [],
    now,
    zone
  } as const
  const { order: after, taken } = await reverseOrder(trx, order, state, reversal)
  const isRest = amount === left
  const refund = await recordRequestedRefund(trx, after, { ...request, amount, isRest }, { ...taken, now })
  return { type: 'waiting', order: after, pending: { ref: refund.refund_ref, amount, isRest, refund } }
}

function addRefund({ amount, refunded_amount }: OrderRow, part: number): RefundState {
  const refundedAmount = Number(refunded_amount) + part
  return { status: refundedAmount === Number(amount) ? 'refunded' : 'paid', refundedAmount, disputedAmount: 0 }
}

/** Whether everything that the refund takes back is still there. */
async function isUnspent(
  trx: Transaction<Database>,
  order: OrderRow,
  { status, refundedAmount }: RefundState,
  now: Date
): Promise<boolean> {
  const wallet = await lockFreshWallet(trx, order.user_id, now)
  const due = await readDueCoins(trx, { ...order, status, refunded_amount: String(refundedAmount) })
  const inLots = due.lots.reduce((sum, { remaining }) => sum + remaining, 0)
  return wallet.coins >= due.coins && inLots >= due.bonus
}
