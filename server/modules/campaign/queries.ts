import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.js'

/** The running campaign of this id, if there is one. */
export function activeCampaign(db: Kysely<Database>, lpid: string) {
  return db
    .selectFrom('campaigns')
    .selectAll()
    .where('lpid', '=', lpid)
    .where('status', '=', 'active')
    .executeTakeFirst()
}
