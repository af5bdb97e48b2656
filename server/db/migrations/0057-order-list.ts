import { type Kysely, sql } from 'kysely'

/** Lists of all orders, newest first, and of those with one status. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_by_time on orders (created_at, order_no)`.execute(db)
  await sql`create index orders_by_status on orders (status, created_at, order_no)`.execute(db)
}
