import { sql, type Transaction } from 'kysely'
import type { Merged } from '../../../../contract/account.js'
import type { Database } from '../../../db/schema/schema.js'
import type { Merging } from './merge-visitor.js'

/** Episodes that promo links have given; a link that both have used gives no second time. */
export async function mergePromos(trx: Transaction<Database>, { from, into }: Merging): Promise<Partial<Merged>> {
  await sql`insert into promo_grants (user_id, link_id, lpid, drama_id, episode_id, episode_no, created_at, until)
    select ${into}, link_id, lpid, drama_id, episode_id, episode_no, created_at, until from promo_grants
    where user_id = ${from}
    on conflict (user_id, link_id) do nothing`.execute(trx)
  await trx.deleteFrom('promo_grants').where('user_id', '=', from).execute()
  return {}
}
