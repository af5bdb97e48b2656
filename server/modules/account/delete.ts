import { transaction } from '../../db/transaction.js'
import type { RequestContext } from '../../http/request-context.js'
import { lockOrdersOf } from '../order/orders.js'
import { readMergedUserIds } from '../user/queries.js'
import { requireViewer } from '../visitor/session.js'
import { deletePersonalData } from './personal-data.js'

export async function postDelete(context: RequestContext) {
  await deleteAccount(context, requireViewer(context.viewer).userId)
  return { ok: true as const }
}

export async function deleteAccount(
  { db, now, accountKeys }: Pick<RequestContext, 'db' | 'now' | 'accountKeys'>,
  userId: string
): Promise<void> {
  await transaction(db, async trx => {
    await lockOrdersOf(trx, userId)
    const { email } = await trx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (email !== null) {
      await trx.deleteFrom('email_codes').where('address_hash', '=', accountKeys.addressHash(email)).execute()
    }
    await deletePersonalData(trx, await readMergedUserIds(trx, userId), now)
  })
}
