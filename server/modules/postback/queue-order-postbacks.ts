import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { OrderRow } from '../../db/schema/store-tables.js'
import type { PostbackPayload } from './payload.js'

/**
 * Call it in the transaction that changes the order. `value` is in minor units; the `eventId` of a first purchase is
 * also the browser's.
 */
export async function queueOrderPostbacks(
  trx: Transaction<Database>,
  event: 'purchase' | 'refund',
  order: OrderRow,
  { eventId, value, now }: { eventId: string; value: number; now: Date }
): Promise<void> {
  const { order_no, user_id, lpid, kind, coins, bonus, currency, is_test, drama_id, episode_no } = order
  const at = now.getTime()
  const payload: PostbackPayload = { order_no, kind, coins, bonus, value, currency, is_test, drama_id, episode_no, at }
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
