import type { Kysely } from 'kysely'
import { createIndexes, type LargeIndex } from '../large-index.js'

/** Orders by the last signs of their number, which lists show. */
export const indexes: readonly LargeIndex[] = [
  { name: 'orders_of_end', table: 'orders', rows: '(upper(right(order_no, 8)))' }
]

export const up = (db: Kysely<unknown>) => createIndexes(db, indexes)
