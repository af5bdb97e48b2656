// The one door for what providers say of orders: notices, polls and the closing job all come through here.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { ProviderId } from '../../../contract/store.js'
import type { Database } from '../../db/schema/schema.js'
import type { OrderRow } from '../../db/schema/store-tables.js'
import { transaction } from '../../db/transaction.js'
import type { Log } from '../../lib/log.js'
import type { PaymentOutcome, PaymentUpdate, WebhookEvent } from '../payment/provider.js'
import { fulfil } from './fulfil.js'
import { lockOrder } from './orders.js'
import { type RefundState, type ReportedRefund, refundedShare, refundStateOf } from './refund/refund-state.js'
import { reverseOrder } from './refund/reverse-order.js'

/** News of an order; `eventId` where a notice brought it, null where we asked. */
export interface OrderUpdate
  extends PaymentUpdate,
    Partial<Pick<WebhookEvent, 'backAmount' | 'refundRef' | 'disputeRef'>> {
  provider: ProviderId
  eventId: string | null
  orderNo: string | null
}

/** When and where in the world an order is settled. */
export interface SettleContext {
  now: Date
  zone: string
  log: Log
}

/** What news did. `mismatch`: the money is not what the order is about, and nothing was given. */
export type SettleResult =
  | ('paid' | 'failed' | 'closed' | 'refunded' | 'part_refunded' | 'disputed' | 'restored')
  | ('ignored' | 'duplicate' | 'mismatch' | 'unknown_order')

/** Brings an order up to date, once for every event, in one transaction with all that follows from it. */
export async function settle(db: Kysely<Database>, told: OrderUpdate, till: SettleContext): Promise<SettleResult> {
  const settled = await transaction(db, async trx => {
    await takePayment(trx, told)
    const order = await lockOrder(trx, told.provider, told)
    if (await isKnown(trx, told)) return 'duplicate'
    const news = inCurrencyOf(order, told)
    const result = order === null ? 'unknown_order' : await apply(trx, order, news, till)
    await insertOrderEvent(trx, news, order, result, till.now)
    return result
  })
  const { orderNo, provider, eventId, outcome, amount, currency } = told
  const line = { order_no: orderNo, provider, event_id: eventId, outcome, settled }
  if (settled === 'mismatch') till.log.error({ ...line, amount, currency }, 'a payment is not what its order is about')
  else if (settled !== 'ignored') till.log.info(line, 'order')
  return settled
}

/** Of two that tell of a payment whose order is not known yet, the second sees what the first wrote. */
async function takePayment(trx: Transaction<Database>, { paymentRef }: OrderUpdate): Promise<void> {
  if (paymentRef !== null) await sql`select pg_advisory_xact_lock(hashtextextended(${paymentRef}, 0))`.execute(trx)
}

async function isKnown(trx: Transaction<Database>, { provider, eventId }: OrderUpdate): Promise<boolean> {
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
  result: SettleResult,
  now: Date
): Promise<void> {
  if (eventId === null) return
  const names = { provider, event_id: eventId, order_no: order?.order_no ?? null, payment_ref: paymentRef }
  await trx
    .insertInto('order_events')
    .values({
      ...names,
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

async function apply(
  trx: Transaction<Database>,
  order: OrderRow,
  news: OrderUpdate,
  till: SettleContext
): Promise<SettleResult> {
  const { outcome } = news
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
      if (!matchesOrder(news, order)) return 'mismatch'
      if (order.paid_at !== null) return 'ignored'
      const paid = await fulfil(trx, order, news, till)
      // Refunds and disputes may have been told before we knew whose payment they are about.
      const result = await applyRefunds(trx, paid, await toldOf(trx, paid), till)
      return result === 'ignored' ? 'paid' : result
    }
    case 'refunded':
    case 'refund_failed':
    case 'disputed':
    case 'dispute_won': {
      if (order.paid_at === null && !matchesOrder(news, order)) return 'mismatch'
      // What went back had come: the news of that is late, and will find the order settled.
      const paid = order.paid_at === null ? await fulfil(trx, order, news, till) : order
      const { backAmount = null, refundRef = null, disputeRef = null } = news
      const told = [...(await toldOf(trx, paid)), { outcome, backAmount, refundRef, disputeRef }]
      return applyRefunds(trx, paid, told, till)
    }
  }
}

async function applyRefunds(
  trx: Transaction<Database>,
  order: OrderRow,
  told: readonly ReportedRefund[],
  { now, zone }: SettleContext
): Promise<SettleResult> {
  const after = await reverseOrder(trx, order, refundStateOf(order, told), { moneyBackAt: now, now, zone })
  if (after.status !== order.status)
    return after.status === 'paid' ? 'restored' : (after.status as RefundState['status'])
  const gone = refundedShare(after) - refundedShare(order)
  if (gone === 0) return 'ignored'
  return gone > 0 ? 'part_refunded' : 'restored'
}

/** A part in another currency says nothing of ours: then it is about everything. */
function inCurrencyOf(order: OrderRow | null, news: OrderUpdate): OrderUpdate {
  const isForeign = order !== null && news.currency !== null && news.currency !== order.currency
  return isForeign ? { ...news, backAmount: null } : news
}

/** Whether this is the money that the order asks for. */
function matchesOrder({ amount, currency, ref }: OrderUpdate, order: OrderRow): boolean {
  const isCheckout = ref === null || order.provider_ref === null || ref === order.provider_ref
  return isCheckout && amount === Number(order.amount) && currency === order.currency
}

/** Everything told of an order's money, also before it was known whose payment it is. */
async function toldOf(
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
