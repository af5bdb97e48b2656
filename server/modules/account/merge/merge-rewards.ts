import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { readRewardTerms } from '../../reward/reward-day.js'
import { readWatchedSeconds } from '../../reward/task/progress.js'
import type { MergeContext, MergeStepResult } from './merge-context.js'

export async function mergeShares(
  trx: Transaction<Database>,
  { from, into, now }: MergeContext
): Promise<MergeStepResult> {
  await trx.updateTable('reward_submissions').set({ user_id: into }).where('user_id', '=', from).execute()
  await trx.updateTable('reward_images').set({ user_id: into }).where('user_id', '=', from).execute()
  await trx.updateTable('share_codes').set({ user_id: into }).where('user_id', '=', from).execute()
  await sql`insert into share_clicks (user_id, visitor_id, network, created_at)
    select ${into}, visitor_id, network, created_at from share_clicks where user_id = ${from}
    on conflict (user_id, visitor_id) do nothing`.execute(trx)
  await trx.deleteFrom('share_clicks').where('user_id', '=', from).execute()
  // A click between the two users was a self-invitation.
  await trx.deleteFrom('share_clicks').where('user_id', '=', into).where('visitor_id', 'in', [from, into]).execute()
  await sql`insert into reward_zones (user_id, zone, starts_at, ends_at)
    select ${into}, zone, starts_at, ends_at from reward_zones where user_id = ${from} and ends_at > ${now}
    on conflict (user_id) do update set zone = excluded.zone, starts_at = excluded.starts_at, ends_at = excluded.ends_at
    where reward_zones.ends_at <= ${now}`.execute(trx)
  return {}
}

export async function mergeTasks(trx: Transaction<Database>, mergeContext: MergeContext): Promise<MergeStepResult> {
  const { from, into } = mergeContext
  await sql`insert into task_states (user_id, day, code, done_at, claimed_at, reward_bonus, paid_to)
    select ${into}, day, code, done_at, claimed_at, reward_bonus, paid_to from task_states where user_id = ${from}
    on conflict (user_id, day, code) do update set claimed_at = excluded.claimed_at,
      reward_bonus = excluded.reward_bonus, paid_to = excluded.paid_to
    where task_states.claimed_at is null and excluded.claimed_at is not null`.execute(trx)
  await trx.deleteFrom('task_counts').where('user_id', '=', from).execute()
  await moveTaskSeconds(trx, mergeContext)
  return {}
}

/**
 * Adds a beat without an episode for the seconds by which the visitor is ahead today, because beats stay with the
 * visitor.
 */
async function moveTaskSeconds(trx: Transaction<Database>, { from, into, now, zone }: MergeContext): Promise<void> {
  const { day } = await readRewardTerms(trx, into, now, zone)
  const secondsAhead = (await readWatchedSeconds(trx, from, day, now)) - (await readWatchedSeconds(trx, into, day, now))
  if (secondsAhead <= 0) return
  await trx
    .insertInto('watch_beats')
    .values({
      user_id: into,
      play_id: `merge:${from}`,
      seq: 0,
      episode_id: '',
      from_s: 0,
      to_s: 0,
      played_s: secondsAhead,
      at: now
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
