import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { OrderRow } from '../../db/schema/store-tables.js'

/**
 * Writes down, in the transaction of what happened, that partners are to be told; the `eventId` of the first purchase is
 * the browser's too. `value` in minor units is the money that came or went.
 */
export async function queuePurchasePostbacks(
  trx: Transaction<Database>,
  event: 'purchase' | 'refund',
  order: OrderRow,
  { eventId, value, now }: { eventId: string; value: number; now: Date }
): Promise<void> {
  const { order_no, user_id, lpid, kind, coins, bonus, currency, is_test, drama_id, episode_no } = order
  const about = { order_no, kind, coins, bonus, value, currency, is_test, drama_id, episode_no }
  const payload = { ...about, at: now.getTime() }
  await trx
    .insertInto('event_outbox')
    .values({
      event,
      event_id: eventId,
      user_id,
      lpid,
      payload: JSON.stringify(payload),
      status: 'waiting',
      next_at: now,
      created_at: now
    })
    .execute()
}
