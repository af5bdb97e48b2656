import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { RateLimitError } from '../../../http/business-error.js'

const MAX_FAILURES = 5
const LOCK_MS = 15 * 60_000
/** After this time a failure is forgotten. */
const FAILURE_MEMORY_MS = 60 * 60_000

/** Throws RateLimitError while the address is locked, whether a member has it or not. */
export async function requireUnlocked(db: Kysely<Database>, addressHash: string, now: Date): Promise<void> {
  const row = await db
    .selectFrom('member_failures')
    .select('locked_until')
    .where('address_hash', '=', addressHash)
    .where('locked_until', '>', now)
    .executeTakeFirst()
  const lockedMs = (row?.locked_until?.getTime() ?? 0) - now.getTime()
  if (lockedMs > 0) throw new RateLimitError(Math.ceil(Math.min(lockedMs, LOCK_MS) / 1000))
}

/** The fifth failure locks the address. Returns whether it is locked now. */
export async function countFailure(db: Kysely<Database>, addressHash: string, now: Date): Promise<boolean> {
  const lockedUntil = new Date(now.getTime() + LOCK_MS)
  const forgottenBefore = new Date(now.getTime() - FAILURE_MEMORY_MS)
  const failures = sql<number>`case when member_failures.failed_at < ${forgottenBefore}::timestamptz
    or member_failures.locked_until is not null then 1 else member_failures.failures + 1 end`
  const { locked_until } = await db
    .insertInto('member_failures')
    .values({ address_hash: addressHash, failures: 1, failed_at: now, locked_until: null })
    .onConflict(conflict =>
      conflict.column('address_hash').doUpdateSet({
        failures,
        failed_at: now,
        locked_until: sql`case when ${failures} >= ${MAX_FAILURES}::int then ${lockedUntil}::timestamptz end`
      })
    )
    .returning('locked_until')
    .executeTakeFirstOrThrow()
  return locked_until !== null
}

export const clearFailures = (db: Kysely<Database>, addressHash: string) =>
  db.deleteFrom('member_failures').where('address_hash', '=', addressHash).execute()
