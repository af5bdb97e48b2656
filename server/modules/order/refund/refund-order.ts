import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRefundRow, OrderRow, SpentRule } from '../../../db/schema/store-tables.js'
import { transaction } from '../../../db/transaction.js'
import type { Services } from '../../../services.js'
import { lockFreshWallet } from '../../ledger/bonus-expiry.js'
import { readUnusedPassAmount } from '../../pass/passes.js'
import { ProviderUnavailable } from '../../payment/provider.js'
import { lockOrder } from '../orders.js'
import type { ProviderPollContext } from '../provider-poll.js'
import { readDueCoins, sumRemainingBonus } from './due-coins.js'
import { computeReversedAmount, type RefundState } from './refund-state.js'
import {
  findLastRefund,
  findRefundByKey,
  type LastRefund,
  markMoneyBack,
  recordRequestedRefund
} from './requested-refunds.js'
import { reverseOrder } from './reverse-order.js'

export const REFUND_DAYS = 14
const REFUND_PERIOD_MS = REFUND_DAYS * 86_400_000

/** `amount` is in minor units, null for what may be refunded. With the `key` of an earlier request, that refund is meant. */
export interface RefundRequest {
  orderNo: string
  amount: number | null
  spent: SpentRule
  reason: string | null
  operator: string
  key: string | null
  /** The most that may be refunded of the order altogether, in minor units of `currency`; null without a limit. */
  limit: { amount: number; currency: string } | null
}

/** `left` is what can still be refunded, in minor units; `pending` the amount that waits for the provider. */
export type RefundResult =
  | { type: 'refunded'; order: OrderRow; refund: OrderRefundRow | null }
  | { type: 'refused'; reason: 'unknown_order' | 'not_paid' | 'too_late' | 'spent' | 'key_used' }
  | { type: 'refused'; reason: 'not_left' | 'used'; left: number; currency: string }
  | { type: 'refused'; reason: 'pending'; pending: number; currency: string }
  | { type: 'refused'; reason: 'above_limit'; limit: number; currency: string }

export type RefundContext = ProviderPollContext & Pick<Services, 'clock'>

/**
 * Revokes what belongs to the refunded money, then has the provider refund it. After ProviderUnavailable, call it again
 * with the same amount: it then repeats only the provider's call. `now` is when the request arrived.
 */
export async function refundOrder(context: RefundContext, request: RefundRequest, now: Date): Promise<RefundResult> {
  const prepared = await transaction(context.db, trx => prepareRefund(trx, request, now, context.config.timezone))
  if (prepared.type !== 'waiting') return prepared
  const { order, waiting } = prepared
  const provider = context.payments.find(order.provider)
  if (provider === null) throw new ProviderUnavailable(`${order.provider} is not configured`)
  const { ref, amount, isRest, refund } = waiting
  await context.trackExternalWait(provider.refund(order, { ref, amount: isRest ? null : amount }))
  const backAt = new Date(context.clock.now())
  await transaction(context.db, trx => markMoneyBack(trx, order, ref, backAt))
  return { type: 'refunded', order, refund: refund && { ...refund, money_back_at: backAt } }
}

type PreparedRefund = RefundResult | { type: 'waiting'; order: OrderRow; waiting: LastRefund }

async function prepareRefund(
  trx: Transaction<Database>,
  request: RefundRequest,
  now: Date,
  zone: string
): Promise<PreparedRefund> {
  const order = await lockOrder(trx, null, { orderNo: request.orderNo, paymentRef: null })
  if (order === null) return { type: 'refused', reason: 'unknown_order' }
  const { amount, key } = request
  const last = await findLastRefund(trx, order)
  const known = key === null ? undefined : await findRefundByKey(trx, order, key)
  if (known !== undefined && amount !== null && amount !== Number(known.amount)) {
    return { type: 'refused', reason: 'key_used' }
  }
  if (last?.isPending) {
    const isMeant = known === undefined ? isSameRefund(last, amount) : known.refund_ref === last.ref
    if (isMeant) return { type: 'waiting', order, waiting: last }
  }
  if (known !== undefined) return { type: 'refunded', order, refund: known }
  if (last?.isPending) return { type: 'refused', reason: 'pending', pending: last.amount, currency: order.currency }
  // Of two operators at once, the second asks for what the first has refunded meanwhile.
  if (last?.refund?.money_back_at && last.refund.money_back_at > now && isSameRefund(last, amount)) {
    return { type: 'refunded', order, refund: last.refund }
  }
  if (order.status === 'refunded' && amount === null) return { type: 'refunded', order, refund: null }
  return requestRefund(trx, order, request, now, zone)
}

const isSameRefund = ({ amount, isRest, endsPass }: LastRefund, wanted: number | null) =>
  wanted === null ? isRest || endsPass : wanted === amount

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
  const unused = order.kind === 'coins' ? left : await readUnusedRest(trx, order, now)
  const allowed = reason === null ? Math.min(left, unused) : left
  const amount = request.amount ?? allowed
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > allowed) {
    const isUsed = allowed < left && amount <= left
    return { type: 'refused', reason: isUsed ? 'used' : 'not_left', left: allowed, currency: order.currency }
  }
  const { limit } = request
  if (limit !== null && isAboveLimit(order, amount, limit)) {
    return { type: 'refused', reason: 'above_limit', limit: limit.amount, currency: limit.currency }
  }
  const isLate = now.getTime() - order.paid_at.getTime() > REFUND_PERIOD_MS
  if (isLate && reason === null) return { type: 'refused', reason: 'too_late' }
  const state = addRefund(order, amount)
  if (spent === 'refuse' && order.kind === 'coins' && !(await isUnspent(trx, order, state, now))) {
    return { type: 'refused', reason: 'spent' }
  }
  const endsPass = order.kind !== 'coins' && amount === unused
  const reversal = {
    moneyRefundedAt: null,
    endsPass,
    spent: spent === 'waive' ? 'waive' : 'debt',
    failedRefunds: [],
    now,
    zone
  } as const
  const { order: after, taken } = await reverseOrder(trx, order, state, reversal)
  const isRest = amount === left
  const refund = await recordRequestedRefund(trx, after, { ...request, amount, isRest, endsPass }, { ...taken, now })
  const waiting = { ref: refund.refund_ref, amount, isRest, endsPass, isPending: true, refund }
  return { type: 'waiting', order: after, waiting }
}

const isAboveLimit = (order: OrderRow, amount: number, limit: NonNullable<RefundRequest['limit']>) =>
  order.currency !== limit.currency || Number(order.refunded_amount) + amount > limit.amount

/** What is left of the unused share of the order's pass. */
async function readUnusedRest(trx: Transaction<Database>, order: OrderRow, now: Date): Promise<number> {
  return Math.max(0, (await readUnusedPassAmount(trx, order, now)) - computeReversedAmount(order))
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
  return wallet.coins >= due.coins && sumRemainingBonus(wallet, due) >= due.bonus
}
