import type { Kysely } from 'kysely'
import { createIndexes, type LargeIndex } from '../large-index.js'

/** Lists of all orders, newest first, and of those with one status. */
export const indexes: readonly LargeIndex[] = [
  { name: 'orders_by_time', table: 'orders', rows: '(created_at, order_no)' },
  { name: 'orders_by_status', table: 'orders', rows: '(status, created_at, order_no)' }
]

export const up = (db: Kysely<unknown>) => createIndexes(db, indexes)
