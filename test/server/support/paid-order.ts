import type { Kysely } from 'kysely'
import type { Database } from '../../../server/db/schema/schema.js'
import type { topUp } from '../../../server/modules/ledger/grants.js'

/** Inserts a paid order, without which the database refuses granted coins. */
export async function writePaidOrder(db: Kysely<Database>, order: Parameters<typeof topUp>[1]): Promise<void> {
  const { userId, orderNo, coins, bonus, now } = order
  await db
    .insertInto('orders')
    .values({
      order_no: orderNo,
      event_id: `p_${orderNo}`,
      user_id: userId,
      product_id: 'p_test',
      kind: 'coins',
      coins,
      bonus,
      days: null,
      amount: 100,
      currency: 'BRL',
      status: 'paid',
      provider: 'sandbox',
      is_test: true,
      lang: 'pt',
      created_at: now,
      expires_at: new Date(now.getTime() + 1),
      paid_at: now
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
