import { type Kysely, sql, type Transaction } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'

/** Limits the messages that one viewer can cause. */
const MAX_PER_USER = 10

export interface NewSubscription {
  id: string
  user_id: string
  device_id: string
  endpoint: string
  p256dh: string
  auth: string
  lang: Lang
  created_at: Date
}

/** A browser belongs to its last viewer. */
export async function storeSubscription(db: Kysely<Database>, subscription: NewSubscription): Promise<void> {
  const { id: _id, endpoint: _endpoint, ...changes } = subscription
  await transaction(db, async trx => {
    await trx
      .insertInto('push_subscriptions')
      .values(subscription)
      .onConflict(conflict => conflict.column('endpoint').doUpdateSet(changes))
      .execute()
    await sql`delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${subscription.user_id}
      order by created_at desc, id desc offset ${MAX_PER_USER}
    )`.execute(trx)
  })
}

export async function deleteSubscription(db: Kysely<Database>, userId: string, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('endpoint', '=', endpoint).execute()
}

export async function deleteSubscriptionsOfDevice(
  trx: Transaction<Database>,
  userId: string,
  deviceIds: readonly string[]
): Promise<void> {
  await trx
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('device_id', 'in', [...deviceIds])
    .execute()
}
