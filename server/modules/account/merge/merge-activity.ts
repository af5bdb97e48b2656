import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { MergeContext, MergeStepResult } from './merge-context.js'

export async function mergeFavorites(
  trx: Transaction<Database>,
  { from, into }: MergeContext
): Promise<MergeStepResult> {
  await sql`update dramas set favorite_count = greatest(0, favorite_count - 1) where id in (
    select mine.drama_id from favorites mine
    join favorites theirs on theirs.drama_id = mine.drama_id and theirs.user_id = ${into}
    where mine.user_id = ${from}
  )`.execute(trx)
  const { rows: added } = await sql`insert into favorites (user_id, drama_id, created_at)
    select ${into}, drama_id, created_at from favorites where user_id = ${from}
    on conflict (user_id, drama_id) do nothing returning drama_id`.execute(trx)
  await trx.deleteFrom('favorites').where('user_id', '=', from).execute()
  await trx.updateTable('push_subscriptions').set({ user_id: into }).where('user_id', '=', from).execute()
  return { favorites: added.length }
}

export async function mergeHistory(trx: Transaction<Database>, { from, into }: MergeContext): Promise<MergeStepResult> {
  const { rows: merged } = await sql`insert into drama_progress
      (user_id, drama_id, episode_no, position_s, duration_s, updated_at)
    select ${into}, drama_id, episode_no, position_s, duration_s, updated_at from drama_progress
    where user_id = ${from}
    on conflict (user_id, drama_id) do update set episode_no = excluded.episode_no, position_s = excluded.position_s,
      duration_s = excluded.duration_s, updated_at = excluded.updated_at
    where drama_progress.updated_at < excluded.updated_at returning drama_id`.execute(trx)
  await sql`insert into episode_progress (user_id, episode_id, drama_id, position_s, finished, updated_at)
    select ${into}, episode_id, drama_id, position_s, finished, updated_at from episode_progress
    where user_id = ${from}
    on conflict (user_id, episode_id) do update set
      position_s = case when episode_progress.updated_at < excluded.updated_at
        then excluded.position_s else episode_progress.position_s end,
      finished = episode_progress.finished or excluded.finished,
      updated_at = greatest(episode_progress.updated_at, excluded.updated_at)`.execute(trx)
  await trx.deleteFrom('drama_progress').where('user_id', '=', from).execute()
  await trx.deleteFrom('episode_progress').where('user_id', '=', from).execute()
  return { dramas: merged.length }
}

/**
 * Leaves watch beats with the visitor, because seconds of two devices at the same time must not add up for one person.
 */
export async function mergeTraces(trx: Transaction<Database>, { from, into }: MergeContext): Promise<MergeStepResult> {
  await trx.updateTable('visits').set({ user_id: into }).where('user_id', '=', from).execute()
  await mergeNewcomers(trx, from, into)
  await trx.updateTable('feedback').set({ user_id: into }).where('user_id', '=', from).execute()
  await trx.deleteFrom('search_visits').where('user_id', '=', from).execute()
  await sql`insert into watch_clocks (user_id, counted_until)
    select ${into}, counted_until from watch_clocks where user_id = ${from}
    on conflict (user_id) do update
      set counted_until = greatest(watch_clocks.counted_until, excluded.counted_until)`.execute(trx)
  await sql`update users set first_lpid = coalesce(users.first_lpid, visitor.first_lpid),
      last_lpid = coalesce(visitor.last_lpid, users.last_lpid),
      last_lpid_at = case when visitor.last_lpid is null then users.last_lpid_at else visitor.last_lpid_at end
    from users visitor where users.id = ${into} and visitor.id = ${from}`.execute(trx)
  return {}
}

/** A person counts once for each campaign, from the earlier first visit. The merged visits may be returns. */
async function mergeNewcomers(trx: Transaction<Database>, from: string, into: string): Promise<void> {
  await sql`insert into campaign_newcomers (user_id, lpid, first_at, utm_source, country)
    select ${into}, lpid, first_at, utm_source, country from campaign_newcomers where user_id = ${from}
    on conflict (user_id, lpid) do update set first_at = excluded.first_at, utm_source = excluded.utm_source,
      country = excluded.country
    where campaign_newcomers.first_at > excluded.first_at`.execute(trx)
  await trx.deleteFrom('campaign_newcomers').where('user_id', '=', from).execute()
  await trx
    .updateTable('campaign_newcomers')
    .set({ returned_1: null, returned_7: null })
    .where('user_id', '=', into)
    .execute()
}

export async function mergeEvents(trx: Transaction<Database>, { from, into }: MergeContext): Promise<MergeStepResult> {
  await sql`insert into collected_events (user_id, event_id, event, lpid, drama_id, episode_no, at, received_at)
    select ${into}, event_id, event, lpid, drama_id, episode_no, at, received_at from collected_events
    where user_id = ${from} on conflict do nothing`.execute(trx)
  await sql`insert into play_marks (user_id, episode_id, mark, at, is_test)
    select ${into}, episode_id, mark, at, is_test from play_marks where user_id = ${from}
    on conflict (user_id, episode_id, mark) do update set at = excluded.at, is_test = excluded.is_test
    where play_marks.at < excluded.at`.execute(trx)
  await trx.deleteFrom('collected_events').where('user_id', '=', from).execute()
  await trx.deleteFrom('play_marks').where('user_id', '=', from).execute()
  return {}
}
