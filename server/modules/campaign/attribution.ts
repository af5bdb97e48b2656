// Which campaign what a viewer pays for counts for; `GET /index/config` publishes the rule.
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

/** How long a visit counts where its campaign says nothing else, or is not known. */
export const WINDOW_DAYS = 7

/** Of the user of a statement: the campaign of the last visit as long as its window lasts, from then on the first one. */
export const creditedLpid = (now: Date) =>
  sql<string | null>`case when users.last_lpid_at > ${now}::timestamptz - make_interval(days => coalesce(
      (select attribution_window_days from campaigns where campaigns.lpid = users.last_lpid), ${WINDOW_DAYS}::integer
    )) then users.last_lpid else users.first_lpid end`

/** The campaign that a payment of this user counts for now. */
export async function creditedTo(db: Kysely<Database>, userId: string, now: Date): Promise<string | null> {
  const { lpid } = await db
    .selectFrom('users')
    .select(creditedLpid(now).as('lpid'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return lpid
}

/** The other campaigns that a user had visited by a moment, in the order of their names; at most 100. */
export async function assistingLpids(
  db: Kysely<Database>,
  { userId, lpid, by }: { userId: string; lpid: string | null; by: Date }
): Promise<string[]> {
  const rows = await db
    .selectFrom('visits')
    .select('lpid')
    .distinct()
    .where('user_id', '=', userId)
    .where('lpid', 'is not', null)
    .where('lpid', 'is distinct from', lpid)
    .where('created_at', '<=', by)
    .orderBy('lpid')
    .limit(100)
    .execute()
  return rows.flatMap(({ lpid: other }) => other ?? [])
}
