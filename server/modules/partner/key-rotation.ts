import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

/** During a rotation, the old and the new key are both valid. */
const MAX_ACTIVE_KEYS = 2

export async function revokeOldKeys(
  trx: Transaction<Database>,
  table: 'partner_keys' | 'partner_secrets',
  { id, partnerId, now }: { id: string; partnerId: string; now: Date }
): Promise<void> {
  const olderKeys = await trx
    .selectFrom(table)
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('revoked_at', 'is', null)
    .where('id', '<>', id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const revoked = olderKeys.slice(MAX_ACTIVE_KEYS - 1).map(key => key.id)
  if (revoked.length > 0) await trx.updateTable(table).set({ revoked_at: now }).where('id', 'in', revoked).execute()
}
