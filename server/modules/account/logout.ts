import { transaction } from '../../db/transaction.js'
import type { RequestContext } from '../../http/request-context.js'
import { sha256Hex } from '../../lib/sha256.js'
import { deleteSubscriptionsOfDevice } from '../push/subscriptions.js'
import { requireViewer } from '../visitor/session.js'

/**
 * Also deletes the device secrets of this device, because they would sign the visitor in again, and its push
 * subscriptions, because the next viewer of this browser may be another person.
 */
export async function postLogout(context: RequestContext) {
  const { db, now, deviceId } = context
  const { userId } = requireViewer(context.viewer)
  await transaction(db, async trx => {
    const ended = await trx
      .updateTable('sessions')
      .set({ revoked_at: now })
      .where('token_hash', '=', sha256Hex(context.token ?? ''))
      .returning('device_id')
      .executeTakeFirst()
    await deleteSubscriptionsOfDevice(trx, userId, [deviceId, ended?.device_id ?? deviceId])
    await trx
      .deleteFrom('device_secrets')
      .where('user_id', '=', userId)
      .where(({ or, eb }) =>
        or([eb('device_id', 'in', [deviceId, ended?.device_id ?? deviceId]), eb('device_id', 'is', null)])
      )
      .execute()
  })
  return { ok: true as const }
}
