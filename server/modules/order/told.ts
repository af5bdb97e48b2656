import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { OrderRow } from '../../db/schema/store-tables.js'
import type { Outcome } from '../payment/provider.js'
import type { Told } from './refund/refund-state.js'

/** Everything told of an order's money, also before it was known whose payment it is. */
export async function toldOf(
  db: Kysely<Database>,
  { provider, order_no, payment_ref }: Pick<OrderRow, 'provider' | 'order_no' | 'payment_ref'>
): Promise<Told[]> {
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
    ...{ outcome: outcome as Outcome, refundRef, disputeRef, backAmount: amount === null ? null : Number(amount) }
  }))
}
