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
  await sql`insert into payer_scopes (user_id, scope, key, seen_at)
    select ${into}, scope, key, seen_at from payer_scopes where user_id = ${from}
    on conflict (scope, key, user_id) do update set seen_at = greatest(payer_scopes.seen_at, excluded.seen_at)`.execute(
    trx
  )
  await trx.deleteFrom('payer_scopes').where('user_id', '=', from).execute()
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
