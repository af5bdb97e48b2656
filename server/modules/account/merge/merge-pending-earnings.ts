import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { findCheckInExcess } from './check-in-excess.js'
import type { MergeContext, MergeStepResult } from './merge-context.js'

/**
 * Moves what waits. A task that both have claimed for the same day, and check-ins beyond those of one person, wait for an
 * operator from now on, because one person cannot have earned them. Call it before the tasks are merged.
 */
export async function mergePendingEarnings(
  trx: Transaction<Database>,
  { from, into, zone, now }: MergeContext
): Promise<MergeStepResult> {
  const checkIns = await findCheckInExcess(trx, { from, into, zone, now })
  const localDate = (time: RawBuilder<Date>) => sql`date(${time} at time zone ${zone})`
  const isPaidTo = (userId: string) => sql<boolean>`exists (select 1 from task_states
    where user_id = ${userId} and claimed_at is not null and code = split_part(mine.ref_id, ':', 2)
      and (day = split_part(mine.ref_id, ':', 1)
        or ${localDate(sql`done_at`)} = ${localDate(sql`mine.created_at`)}))`
  await sql`update pending_earnings as mine set kind = 'merge', ref_id = ref_id || ':' || id
    where kind = 'task' and paid_at is null and (
      (user_id = ${into} and ${isPaidTo(from)})
      or id = any(${checkIns.pending}::text[])
      or (user_id = ${from} and (${isPaidTo(into)} or exists (
        select 1 from pending_earnings as theirs
        where user_id = ${into} and kind = 'task' and split_part(ref_id, ':', 2) = split_part(mine.ref_id, ':', 2)
          and (ref_id = mine.ref_id
            or paid_at is null and ${localDate(sql`theirs.created_at`)} = ${localDate(sql`mine.created_at`)})
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
