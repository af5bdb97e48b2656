import type { Kysely } from 'kysely'
import { createIndexes, type LargeIndex } from '../large-index.js'

/** Entries of one action, newest first. */
export const indexes: readonly LargeIndex[] = [
  { name: 'operator_log_of_action', table: 'operator_log', rows: '(action, created_at, id)' }
]

export const up = (db: Kysely<unknown>) => createIndexes(db, indexes)
