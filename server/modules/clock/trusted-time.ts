import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

/**
 * The time that may end something for good: `now`, but not later than the clocks of servers and database agreed on. A
 * database that no server with a clock guard has opened has no such limit.
 */
export async function readTrustedTime(db: Kysely<Database>, now: Date): Promise<Date> {
  const row = await db.selectFrom('clock_guard').select('trusted_until').executeTakeFirst()
  return row === undefined || row.trusted_until > now ? now : row.trusted_until
}

/** The operator's word, which also corrects a time that was too late. The servers see it at their next check. */
export async function confirmTime(db: Kysely<Database>, trustedUntil: Date): Promise<void> {
  await db
    .insertInto('clock_guard')
    .values({ trusted_until: trustedUntil })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ trusted_until: trustedUntil }))
    .execute()
}
