import type { Kysely, Transaction } from 'kysely'
import { isTransactionConflict } from './database-error.js'
import type { Database } from './schema/schema.js'

const MAX_ATTEMPTS = 4

/** Repeats `change` when two transactions conflict, so it must have no effect outside the database. */
export async function transaction<Result>(
  db: Kysely<Database>,
  change: (trx: Transaction<Database>) => Promise<Result>
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(change)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isTransactionConflict(error)) throw error
      await new Promise(resolve => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}
