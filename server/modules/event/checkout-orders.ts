import type { Transaction } from 'kysely'
import type { ReportedEvent } from '../../../contract/event.js'
import type { Database } from '../../db/schema/schema.js'
import type { OrderRow } from '../../db/schema/store-tables.js'

export type CheckoutOrder = Pick<OrderRow, 'order_no' | 'amount' | 'currency' | 'is_test'>

const CHECKOUT_ORDER_WINDOW_MS = 86_400_000
const MAX_ORDERS = 100

/** Orders of the viewer by the ids of their checkout events; the newest one for an event that names none. */
export async function findCheckoutOrders(
  trx: Transaction<Database>,
  userId: string,
  events: readonly ReportedEvent[],
  now: Date
): Promise<Map<string, CheckoutOrder>> {
  const checkouts = events.filter(({ event }) => event === 'checkout')
  if (checkouts.length === 0) return new Map()
  const orders = await trx
    .selectFrom('orders')
    .select(['order_no', 'amount', 'currency', 'is_test'])
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(now.getTime() - CHECKOUT_ORDER_WINDOW_MS))
    .orderBy('created_at', 'desc')
    .orderBy('order_no')
    .limit(MAX_ORDERS)
    .execute()
  return new Map(
    checkouts.flatMap(({ event_id, props }) => {
      const named = orders.find(({ order_no }) => order_no === props.order_no)
      const order = props.order_no === undefined ? orders[0] : named
      return order === undefined ? [] : [[event_id, order]]
    })
  )
}
