import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

/** While one is changed for another both are good. */
const MAX_ACTIVE_KEYS = 2

/** Ends what a partner had before the newest, `id`, but for the last one. */
export async function revokeOldKeys(
  trx: Transaction<Database>,
  table: 'partner_keys' | 'partner_secrets',
  { id, partnerId, now }: { id: string; partnerId: string; now: Date }
): Promise<void> {
  const valid = await trx
    .selectFrom(table)
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('revoked_at', 'is', null)
    .where('id', '<>', id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const ended = valid.slice(MAX_ACTIVE_KEYS - 1).map(one => one.id)
  if (ended.length > 0) await trx.updateTable(table).set({ revoked_at: now }).where('id', 'in', ended).execute()
}
