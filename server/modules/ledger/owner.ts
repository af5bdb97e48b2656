import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

/**
 * Locks whoever has a user's money now: a visitor that was merged leads to their account. Who pays something in that was
 * ordered earlier begins with this.
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
