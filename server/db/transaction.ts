import type { Kysely, Transaction } from 'kysely'
import { withSpan } from '../lib/tracing.js'
import { isTransactionConflict } from './database-error.js'
import { isPreparedStatementError } from './postgres/prepared-statements.js'
import type { Database } from './schema/schema.js'

const MAX_ATTEMPTS = 4
const TRANSACTION_SPAN = { kind: 'internal', attributes: { 'db.system.name': 'postgresql' } } as const

/** Repeats `change` when two transactions conflict or a pooler has lost a statement, so it must have no effect outside the database. */
export async function transaction<Result>(
  db: Kysely<Database>,
  change: (trx: Transaction<Database>) => Promise<Result>
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withSpan('transaction', TRANSACTION_SPAN, () => db.transaction().execute(change))
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !mayRepeat(error)) throw error
      await new Promise(resolve => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}

const mayRepeat = (error: unknown) => isTransactionConflict(error) || isPreparedStatementError(error)
