import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

/**
 * Locks the user who has this user's money now: the account if a visitor was merged, else the same user. Call it before
 * crediting anything that was ordered earlier.
 */
export async function lockOwner(trx: Transaction<Database>, userId: string): Promise<string> {
  const { id, merged_into: mergedInto } = await trx
    .selectFrom('users')
    .select(['id', 'merged_into'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return mergedInto === null ? id : lockOwner(trx, mergedInto)
}
