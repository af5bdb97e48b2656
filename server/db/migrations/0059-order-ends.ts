import { type Kysely, sql } from 'kysely'

/** Orders by the last signs of their number, which lists show. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_of_end on orders (upper(right(order_no, 8)))`.execute(db)
}
