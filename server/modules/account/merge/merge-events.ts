import { sql, type Transaction } from 'kysely'
import type { Merged } from '../../../../contract/account.js'
import type { Database } from '../../../db/schema/schema.js'
import type { Merging } from './merge-visitor.js'

/** What was told and seen of the visitor is the account's: an order right after the sign-in belongs to the paywall before it. */
export async function mergeEvents(trx: Transaction<Database>, { from, into }: Merging): Promise<Partial<Merged>> {
  await sql`insert into collected_events (user_id, event_id, event, lpid, drama_id, episode_no, at, received_at)
    select ${into}, event_id, event, lpid, drama_id, episode_no, at, received_at from collected_events
    where user_id = ${from} on conflict do nothing`.execute(trx)
  await sql`insert into play_marks (user_id, episode_id, mark, at)
    select ${into}, episode_id, mark, at from play_marks where user_id = ${from}
    on conflict (user_id, episode_id, mark) do update set at = greatest(play_marks.at, excluded.at)`.execute(trx)
  await trx.deleteFrom('collected_events').where('user_id', '=', from).execute()
  await trx.deleteFrom('play_marks').where('user_id', '=', from).execute()
  return {}
}
