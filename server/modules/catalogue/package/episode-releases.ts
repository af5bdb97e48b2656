import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'

/** Records episodes that a running drama did not have before, so that viewers who keep it can be told. */
export async function recordRelease(
  trx: Transaction<Database>,
  dramaId: string,
  newNumbers: readonly number[],
  now: Date
): Promise<void> {
  if (newNumbers.length === 0) return
  const numbers = { first_no: Math.min(...newNumbers), last_no: Math.max(...newNumbers) }
  await trx
    .insertInto('episode_releases')
    .values({ drama_id: dramaId, ...numbers, released_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
