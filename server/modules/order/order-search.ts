import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { listColumns, type OrderListRow } from './orders.js'

/** Shorter starts match too many orders to be of use. */
const MIN_NUMBER_START = 4

/** The last signs of a number, also as lists write them: `o_…X8Oef00w`. */
const NUMBER_END = /^(?:(?:o_)?(?:…|\.{3}))?([\w-]{8})$/

/** By the number, its start or its last eight signs, or by the provider's checkout or payment; newest first. */
export async function searchOrders(db: Kysely<Database>, text: string, limit: number): Promise<OrderListRow[]> {
  const isNumber = text.startsWith('o_') && text.length >= MIN_NUMBER_START
  const end = NUMBER_END.exec(text)?.[1]
  return db
    .selectFrom('orders')
    .select(listColumns)
    .where(({ or, eb }) =>
      or([
        eb('provider_ref', '=', text),
        eb('payment_ref', '=', text),
        ...(end === undefined ? [] : [sql<boolean>`upper(right(order_no, 8)) = upper(${end})`]),
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
