import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { MergeContext, MergeStepResult } from './merge-context.js'

export async function mergeOrders(trx: Transaction<Database>, { from, into }: MergeContext): Promise<MergeStepResult> {
  const moved = await trx
    .updateTable('orders')
    .set({ user_id: into })
    .where('user_id', '=', from)
    .returning('order_no')
    .execute()
  await trx.updateTable('payer_scopes').set({ user_id: into }).where('user_id', '=', from).execute()
  await trx.updateTable('event_outbox').set({ user_id: into }).where('user_id', '=', from).execute()
  return { orders: moved.length }
}

export async function mergeClaims(trx: Transaction<Database>, { from, into }: MergeContext): Promise<MergeStepResult> {
  await sql`insert into playback_claims (user_id, episode_id, unlocked_at, reason, detail, made_at, due_at, outcome,
      settled_at, coins, bonus, told_at)
    select ${into}, episode_id, unlocked_at, reason, detail, made_at, due_at, outcome, settled_at, coins, bonus, told_at
    from playback_claims where user_id = ${from}
    on conflict (user_id, episode_id, unlocked_at) do nothing`.execute(trx)
  await trx.deleteFrom('playback_claims').where('user_id', '=', from).execute()
  return {}
}
