import { type Expression, type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

export const DEFAULT_ATTRIBUTION_DAYS = 7

/** What reports call the campaign of viewers without one. No campaign can have this id. */
export const NO_CAMPAIGN = '(none)'

/**
 * For statements on `users`: the last campaign during its attribution window, otherwise the first one.
 * `GET /index/config` publishes this rule.
 */
export const selectCreditedLpid = (now: Date | Expression<Date>) =>
  sql<string | null>`case when users.last_lpid_at > ${now}::timestamptz - make_interval(days => coalesce(
      (select attribution_window_days from campaigns where campaigns.lpid = users.last_lpid), ${DEFAULT_ATTRIBUTION_DAYS}::integer
    )) then users.last_lpid else users.first_lpid end`

export async function findCreditedLpid(db: Kysely<Database>, userId: string, now: Date): Promise<string | null> {
  const { lpid } = await db
    .selectFrom('users')
    .select(selectCreditedLpid(now).as('lpid'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return lpid
}

export interface Credit {
  lpid: string
  utm_source: string
  country: string
}

/** Like `findCreditedLpid`, with where the credited visit came from. */
export async function findCredit(db: Kysely<Database>, userId: string, now: Date): Promise<Credit | null> {
  const { rows } = await sql<Credit>`${selectCredit(userId, now)}`.execute(db)
  return rows[0] ?? null
}

/** No row if no campaign is credited. */
export const selectCredit = (userId: string | Expression<string>, now: Date | Expression<Date>) =>
  sql<Credit>`select credited.lpid, coalesce(source.utm_source, '') as utm_source,
      coalesce(source.country, '') as country
    from users cross join lateral (select ${selectCreditedLpid(now)} as lpid) credited
    left join lateral find_credited_source(users.id, credited.lpid, ${now}::timestamptz) source on true
    where users.id = ${userId} and credited.lpid is not null`

export async function findAssistingLpids(
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
