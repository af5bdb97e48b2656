import { type Kysely, sql, type Transaction } from 'kysely'
import type { ProviderId } from '../../../contract/store.js'
import type { Database } from '../../db/schema/schema.js'
import type { OrderRow } from '../../db/schema/store-tables.js'
import { transaction } from '../../db/transaction.js'
import type { Log } from '../../lib/log.js'
import type { Metrics } from '../metrics/metrics.js'
import type { PaymentOutcome, PaymentUpdate, WebhookEvent } from '../payment/provider.js'
import { fulfil } from './fulfil.js'
import { lockOrder } from './orders.js'
import {
  computeRefundState,
  computeReversedAmount,
  findFailedRefunds,
  type RefundState,
  type ReportedRefund
} from './refund/refund-state.js'
import { reverseOrder } from './refund/reverse-order.js'

export interface OrderUpdate
  extends PaymentUpdate,
    Partial<Pick<WebhookEvent, 'backAmount' | 'refundRef' | 'disputeRef'>> {
  provider: ProviderId
  eventId: string | null
  orderNo: string | null
}

export interface PaymentUpdateContext {
  now: Date
  zone: string
  log: Log
  metrics: Pick<Metrics, 'orders'>
}

/** `mismatch`: amount, currency or checkout differ from the order, and nothing was given. */
export type PaymentUpdateResult =
  | ('paid' | 'failed' | 'closed' | 'refunded' | 'part_refunded' | 'disputed' | 'restored')
  | ('ignored' | 'duplicate' | 'mismatch' | 'unknown_order')

/**
 * Applies an update from a webhook, a poll or the expiry job, with all its effects in one transaction. A webhook event
 * counts once.
 */
export async function applyPaymentUpdate(
  db: Kysely<Database>,
  update: OrderUpdate,
  context: PaymentUpdateContext
): Promise<PaymentUpdateResult> {
  const settled = await transaction(db, async trx => {
    await lockPayment(trx, update)
    const order = await lockOrder(trx, update.provider, update)
    if (await isProcessed(trx, update)) return 'duplicate'
    const comparable = ignoreForeignAmount(order, update)
    const result = order === null ? 'unknown_order' : await applyUpdate(trx, order, comparable, context)
    await insertOrderEvent(trx, comparable, order, result, context.now)
    return result
  })
  const { orderNo, provider, eventId, outcome, amount, currency } = update
  if (settled !== 'ignored') context.metrics.orders.inc({ provider, result: settled })
  const logFields = { order_no: orderNo, provider, event_id: eventId, outcome, settled }
  if (settled === 'mismatch')
    context.log.error({ ...logFields, amount, currency }, 'a payment does not match its order')
  else if (settled !== 'ignored') context.log.info(logFields, 'order')
  return settled
}

/** Serialises updates of one payment, because an event may arrive before there is an order to lock. */
async function lockPayment(trx: Transaction<Database>, { paymentRef }: OrderUpdate): Promise<void> {
  if (paymentRef !== null) await sql`select pg_advisory_xact_lock(hashtextextended(${paymentRef}, 0))`.execute(trx)
}

async function isProcessed(trx: Transaction<Database>, { provider, eventId }: OrderUpdate): Promise<boolean> {
  if (eventId === null) return false
  const row = await trx
    .selectFrom('order_events')
    .select('event_id')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return row !== undefined
}

async function insertOrderEvent(
  trx: Transaction<Database>,
  { provider, eventId, paymentRef, outcome, backAmount = null, refundRef = null, disputeRef = null }: OrderUpdate,
  order: OrderRow | null,
  result: PaymentUpdateResult,
  now: Date
): Promise<void> {
  if (eventId === null) return
  const ids = { provider, event_id: eventId, order_no: order?.order_no ?? null, payment_ref: paymentRef }
  await trx
    .insertInto('order_events')
    .values({
      ...ids,
      outcome,
      result,
      amount: backAmount,
      received_at: now,
      refund_ref: refundRef,
      dispute_ref: disputeRef
    })
    .onConflict(conflict => conflict.columns(['provider', 'event_id']).doNothing())
    .execute()
}

async function applyUpdate(
  trx: Transaction<Database>,
  order: OrderRow,
  update: OrderUpdate,
  context: PaymentUpdateContext
): Promise<PaymentUpdateResult> {
  const { outcome } = update
  switch (outcome) {
    case 'open':
      return 'ignored'
    case 'failed':
    case 'closed': {
      if (order.status !== 'created' && order.status !== 'pending') return 'ignored'
      await trx.updateTable('orders').set({ status: outcome }).where('order_no', '=', order.order_no).execute()
      return outcome
    }
    case 'paid': {
      if (!matchesOrder(update, order)) return 'mismatch'
      if (order.paid_at !== null) return 'ignored'
      const paid = await fulfil(trx, order, update, context)
      // Refunds and disputes may have arrived before the order of their payment was known.
      const result = await applyRefunds(trx, paid, await readReports(trx, paid), context)
      return result === 'ignored' ? 'paid' : result
    }
    case 'refunded':
    case 'refund_failed':
    case 'disputed':
    case 'dispute_won': {
      if (order.paid_at === null && !matchesOrder(update, order)) return 'mismatch'
      // A refund or dispute proves that the payment arrived. The payment's own event comes later and is ignored.
      const paid = order.paid_at === null ? await fulfil(trx, order, update, context) : order
      const { backAmount = null, refundRef = null, disputeRef = null } = update
      const reports = [...(await readReports(trx, paid)), { outcome, backAmount, refundRef, disputeRef }]
      return applyRefunds(trx, paid, reports, context)
    }
  }
}

async function applyRefunds(
  trx: Transaction<Database>,
  order: OrderRow,
  reports: readonly ReportedRefund[],
  { now, zone }: PaymentUpdateContext
): Promise<PaymentUpdateResult> {
  const { order: after } = await reverseOrder(trx, order, computeRefundState(order, reports), {
    moneyRefundedAt: now,
    endsPass: false,
    spent: 'debt',
    failedRefunds: findFailedRefunds(reports),
    now,
    zone
  })
  if (after.status !== order.status)
    return after.status === 'paid' ? 'restored' : (after.status as RefundState['status'])
  const newlyReversed = computeReversedAmount(after) - computeReversedAmount(order)
  if (newlyReversed === 0) return 'ignored'
  return newlyReversed > 0 ? 'part_refunded' : 'restored'
}

/** A partial amount in another currency cannot be compared, so the refund or dispute counts as complete. */
function ignoreForeignAmount(order: OrderRow | null, update: OrderUpdate): OrderUpdate {
  const isForeign = order !== null && update.currency !== null && update.currency !== order.currency
  return isForeign ? { ...update, backAmount: null } : update
}

function matchesOrder({ amount, currency, ref }: OrderUpdate, order: OrderRow): boolean {
  const isCheckout = ref === null || order.provider_ref === null || ref === order.provider_ref
  return isCheckout && amount === Number(order.amount) && currency === order.currency
}

async function readReports(
  db: Kysely<Database>,
  { provider, order_no, payment_ref }: Pick<OrderRow, 'provider' | 'order_no' | 'payment_ref'>
): Promise<ReportedRefund[]> {
  const rows = await db
    .selectFrom('order_events')
    .select(['outcome', 'amount', 'refund_ref', 'dispute_ref'])
    .where('provider', '=', provider)
    .where('outcome', 'in', ['refunded', 'refund_failed', 'disputed', 'dispute_won'])
    .where('result', '<>', 'mismatch')
    .where(({ or, and, eb }) =>
      or([eb('order_no', '=', order_no), and([eb('order_no', 'is', null), eb('payment_ref', '=', payment_ref ?? '')])])
    )
    .execute()
  return rows.map(({ outcome, amount, refund_ref: refundRef, dispute_ref: disputeRef }) => ({
    outcome: outcome as PaymentOutcome,
    refundRef,
    disputeRef,
    backAmount: amount === null ? null : Number(amount)
  }))
}
