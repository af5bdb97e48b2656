import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import { computeReversedAmount } from './refund-state.js'

/** Numbered, because a new refund may follow one that failed. The provider's webhook reports the same name. */
const formatRefundRef = ({ order_no }: OrderRow, no: number) => `refund:${order_no}:${no}`

async function countRefunds(db: Kysely<Database>, order: OrderRow): Promise<number> {
  const row = await db
    .selectFrom('order_events')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('order_no', '=', order.order_no)
    .where(({ eb, fn, val }) => eb(fn<boolean>('starts_with', ['event_id', val('refund:')]), '=', true))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function recordRequestedRefund(trx: Transaction<Database>, order: OrderRow, now: Date): Promise<void> {
  const { provider, order_no, payment_ref } = order
  const refundRef = formatRefundRef(order, (await countRefunds(trx, order)) + 1)
  await trx
    .insertInto('order_events')
    .values({
      provider,
      event_id: refundRef,
      order_no,
      payment_ref,
      outcome: 'refunded',
      result: 'refunded',
      amount: Number(order.amount) - computeReversedAmount(order),
      refund_ref: refundRef,
      received_at: now
    })
    .execute()
}

export async function readLastRefundRef(db: Kysely<Database>, order: OrderRow): Promise<string> {
  return formatRefundRef(order, Math.max(1, await countRefunds(db, order)))
}
