// Refunds that we ask for ourselves: what providers tell of them later names them as we did.
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import { refundedShare } from './refund-state.js'

/** One that failed may be followed by another: each has a name of its own. */
const nameOf = ({ order_no }: OrderRow, no: number) => `refund:${order_no}:${no}`

async function refundsOf(db: Kysely<Database>, order: OrderRow): Promise<number> {
  const row = await db
    .selectFrom('order_events')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('order_no', '=', order.order_no)
    .where(({ eb, fn, val }) => eb(fn<boolean>('starts_with', ['event_id', val('refund:')]), '=', true))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Writes down that all that is left of an order's money is to be paid back. The order must be locked. */
export async function recordOwnRefund(trx: Transaction<Database>, order: OrderRow, now: Date): Promise<void> {
  const { provider, order_no, payment_ref } = order
  const name = nameOf(order, (await refundsOf(trx, order)) + 1)
  await trx
    .insertInto('order_events')
    .values({
      provider,
      event_id: name,
      order_no,
      payment_ref,
      outcome: 'refunded',
      result: 'refunded',
      amount: Number(order.amount) - refundedShare(order),
      refund_ref: name,
      received_at: now
    })
    .execute()
}

/** The name of the refund that was noted last. */
export async function lastRefund(db: Kysely<Database>, order: OrderRow): Promise<string> {
  return nameOf(order, Math.max(1, await refundsOf(db, order)))
}
