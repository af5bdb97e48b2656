import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'

/** Signs out on all devices, and deletes what would sign a device in again or notify it. Returns the ended sessions. */
export function endSessions(db: Kysely<Database>, userIds: readonly string[], now: Date): Promise<number> {
  return transaction(db, async trx => {
    const ended = await trx
      .updateTable('sessions')
      .set({ revoked_at: now })
      .where('user_id', 'in', userIds)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    await trx.deleteFrom('device_secrets').where('user_id', 'in', userIds).execute()
    await trx.deleteFrom('push_subscriptions').where('user_id', 'in', userIds).execute()
    return Number(ended.numUpdatedRows)
  })
}
