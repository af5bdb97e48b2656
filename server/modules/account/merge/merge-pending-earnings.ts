import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { MergeContext, MergeStepResult } from './merge-context.js'

/**
 * Moves what waits. A task that both have claimed for the same day waits for an operator from now on, because one person
 * cannot have earned it twice. Call it before the tasks are merged.
 */
export async function mergePendingEarnings(
  trx: Transaction<Database>,
  { from, into }: MergeContext
): Promise<MergeStepResult> {
  const paid = (userId: string) => sql`select day || ':' || code from task_states
    where user_id = ${userId} and claimed_at is not null`
  await sql`update pending_earnings set kind = 'merge', ref_id = ref_id || ':' || ${from}
    where kind = 'task' and paid_at is null and (
      (user_id = ${into} and ref_id in (${paid(from)}))
      or (user_id = ${from} and (ref_id in (${paid(into)}) or ref_id in (
        select ref_id from pending_earnings as theirs where user_id = ${into} and kind = 'task'
      )))
    )`.execute(trx)
  await trx
    .updateTable('pending_earnings')
    .set({ user_id: into })
    .where('user_id', '=', from)
    .where('paid_at', 'is', null)
    .execute()
  return {}
}
