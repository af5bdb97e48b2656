import type { Kysely, Transaction } from 'kysely'
import { isRetryable } from './database-error.js'
import type { Database } from './schema/schema.js'

const ATTEMPTS = 4

/** Runs `change` in a transaction and repeats it when two transactions met; it must have no effect outside the database. */
export async function transaction<Result>(
  db: Kysely<Database>,
  change: (trx: Transaction<Database>) => Promise<Result>
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(change)
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error
      await new Promise(resolve => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}
