import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { listColumns, type OrderListRow } from './orders.js'

/** Shorter starts match too many orders to be of use. */
const MIN_NUMBER_START = 4

/** By the number or its start, or by the provider's checkout or payment; newest first. */
export async function searchOrders(db: Kysely<Database>, text: string, limit: number): Promise<OrderListRow[]> {
  const isNumber = text.startsWith('o_') && text.length >= MIN_NUMBER_START
  return db
    .selectFrom('orders')
    .select(listColumns)
    .where(({ or, eb }) =>
      or([
        eb('provider_ref', '=', text),
        eb('payment_ref', '=', text),
        // The "C" collation compares code points, so the range is what starts with the text.
        ...(isNumber
          ? [sql<boolean>`(order_no collate "C" >= ${text} and order_no collate "C" < ${`${text}\u{10ffff}`})`]
          : [])
      ])
    )
    .orderBy('created_at', 'desc')
    .orderBy('order_no', 'desc')
    .limit(limit)
    .execute()
}
