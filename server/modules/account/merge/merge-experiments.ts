import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { MergeContext, MergeStepResult } from './merge-context.js'

/**
 * A person counts once, in the variant that was assigned first; a real visit goes before a test. An ended experiment
 * keeps its numbers.
 */
export async function mergeExperiments(
  trx: Transaction<Database>,
  { from, into }: MergeContext
): Promise<MergeStepResult> {
  const isRunning = sql`experiment_id in (select id from experiments where status = 'running')`
  const isEarlier = sql`(excluded.is_test, excluded.assigned_at) < (mine.is_test, mine.assigned_at)`
  await sql`insert into experiment_assignments as mine
      (experiment_id, user_id, variant_no, assigned_at, is_test, starts, paywalls, checkouts, purchases)
    select experiment_id, ${into}, variant_no, assigned_at, is_test, starts, paywalls, checkouts, purchases
    from experiment_assignments where user_id = ${from} and ${isRunning}
    on conflict (experiment_id, user_id) do update set
      variant_no = case when ${isEarlier} then excluded.variant_no else mine.variant_no end,
      assigned_at = case when ${isEarlier} then excluded.assigned_at else mine.assigned_at end,
      is_test = mine.is_test and excluded.is_test,
      starts = mine.starts + excluded.starts, paywalls = mine.paywalls + excluded.paywalls,
      checkouts = mine.checkouts + excluded.checkouts, purchases = mine.purchases + excluded.purchases`.execute(trx)
  await sql`insert into experiment_money as mine
      (experiment_id, user_id, currency, variant_no, revenue, refunds, refunded)
    select experiment_id, ${into}, currency, variant_no, revenue, refunds, refunded
    from experiment_money where user_id = ${from} and ${isRunning}
    on conflict (experiment_id, user_id, currency) do update set revenue = mine.revenue + excluded.revenue,
      refunds = mine.refunds + excluded.refunds, refunded = mine.refunded + excluded.refunded`.execute(trx)
  await sql`update experiment_money set variant_no = assigned.variant_no from experiment_assignments assigned
    where experiment_money.user_id = ${into} and assigned.user_id = ${into}
      and assigned.experiment_id = experiment_money.experiment_id
      and assigned.variant_no <> experiment_money.variant_no`.execute(trx)
  await sql`delete from experiment_assignments where user_id = ${from} and ${isRunning}`.execute(trx)
  await sql`delete from experiment_money where user_id = ${from} and ${isRunning}`.execute(trx)
  await trx.deleteFrom('experiment_previews').where('user_id', '=', from).execute()
  return {}
}
