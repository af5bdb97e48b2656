import { type Kysely, sql, type Transaction } from 'kysely'
import type { PayAction, ProviderId } from '../../../contract/store.js'
import type { Database } from '../../db/schema/schema.js'
import type { OrderRow } from '../../db/schema/store-tables.js'
import { isBeforeKey } from '../../lib/cursor.js'
import { lockOwner } from '../ledger/owner.js'
import type { PaymentProvider } from '../payment/provider.js'
import { findFilteredStatus, type OrderFilter } from './order-filters.js'
import { isRefundWaiting } from './refund/requested-refunds.js'

export function findOrderByNo(db: Kysely<Database>, orderNo: string): Promise<OrderRow | undefined> {
  return db.selectFrom('orders').selectAll().where('order_no', '=', orderNo).executeTakeFirst()
}

export const listColumns = [
  'order_no',
  'user_id',
  'status',
  'kind',
  'product_id',
  'coins',
  'bonus',
  'days',
  'amount',
  'refunded_amount',
  'disputed_amount',
  'currency',
  'provider',
  'is_test',
  'lpid',
  'created_at',
  'paid_at',
  'refunded_at'
] as const

export type OrderListRow = Pick<OrderRow, (typeof listColumns)[number]>

/** Few orders of many, so their numbers are read first: the list would look at every order otherwise. */
const hasWaitingRefund = sql<boolean>`order_no = any(array(
  select order_refunds.order_no from order_refunds where ${isRefundWaiting}
))`
const hasFailedRefund = sql<boolean>`order_no = any(array(
  select order_events.order_no from order_events where outcome = 'refund_failed'
))`

interface OrderListOptions {
  /** Null for all viewers. */
  userIds: readonly string[] | null
  filter: OrderFilter | 'all'
  after: readonly [Date, string] | null
  limit: number
}

/** The newest first. */
export function readOrderList(
  db: Kysely<Database>,
  { userIds, filter, after, limit }: OrderListOptions
): Promise<OrderListRow[]> {
  const status = findFilteredStatus(filter)
  return db
    .selectFrom('orders')
    .select(listColumns)
    .$if(userIds !== null, query => query.where('user_id', 'in', userIds ?? []))
    .$if(status !== undefined, query => query.where('status', '=', status ?? 'created'))
    .$if(filter === 'refund_waiting', query => query.where(hasWaitingRefund))
    .$if(filter === 'refund_failed', query => query.where(hasFailedRefund))
    .$if(after !== null, query => query.where(isBeforeKey(['created_at', 'order_no'], after ?? [])))
    .orderBy('created_at', 'desc')
    .orderBy('order_no', 'desc')
    .limit(limit)
    .execute()
}

export async function requireOrder(db: Kysely<Database>, orderNo: string): Promise<OrderRow> {
  const order = await findOrderByNo(db, orderNo)
  if (order === undefined) throw new Error(`order ${orderNo} is gone`)
  return order
}

/**
 * Locks the order, then its owner, and moves a merged visitor's order to the account. Searches by payment if `orderNo`
 * is null, and at any provider if `provider` is null.
 */
export async function lockOrder(
  trx: Transaction<Database>,
  provider: ProviderId | null,
  { orderNo, paymentRef }: { orderNo: string | null; paymentRef: string | null }
): Promise<OrderRow | null> {
  if (orderNo === null && paymentRef === null) return null
  const row = await trx
    .selectFrom('orders')
    .selectAll()
    .$if(provider !== null, query => query.where('provider', '=', provider))
    .$if(orderNo !== null, query => query.where('order_no', '=', orderNo ?? ''))
    .$if(orderNo === null, query => query.where('payment_ref', '=', paymentRef))
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  const owner = await lockOwner(trx, row.user_id)
  if (owner === row.user_id) return row
  await trx.updateTable('orders').set({ user_id: owner }).where('order_no', '=', row.order_no).execute()
  return { ...row, user_id: owner }
}

/** Call this before locking the user: webhooks lock the order first, and the opposite order could deadlock. */
export async function lockOrdersOf(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx
    .selectFrom('orders')
    .select('order_no')
    .where('user_id', '=', userId)
    .orderBy('order_no')
    .forUpdate()
    .execute()
}

export async function hasBoughtCoins(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('order_no')
    .where('user_id', '=', userId)
    .where('kind', '=', 'coins')
    .where('paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasPaid(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('order_no')
    .where('user_id', '=', userId)
    .where('paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export function toPayAction(order: OrderRow, provider: PaymentProvider | null): PayAction | null {
  const { status, pay_url } = order
  if (status !== 'pending' || pay_url === null) return null
  const action = { type: order.provider === 'sandbox' ? ('sandbox' as const) : ('redirect' as const), url: pay_url }
  // An order made before a change of settings may have a page of the provider.
  const isOwnPage = new URL(pay_url).pathname === toCheckoutPath(order)
  return provider?.isEmbeddable && isOwnPage ? { ...action, embedded_url: `${pay_url}?embedded=1` } : action
}

/** Path of the page of this server where the order is paid, or its result is shown. */
export const toCheckoutPath = ({ provider, order_no }: Pick<OrderRow, 'provider' | 'order_no'>) =>
  `/pay/${provider}/${order_no}`
