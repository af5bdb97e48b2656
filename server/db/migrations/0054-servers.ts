import { type Kysely, sql } from 'kysely'
import { createIndexes, type LargeIndex } from '../large-index.js'

export const indexes: readonly LargeIndex[] = [
  {
    name: 'orders_of_product',
    table: 'orders',
    rows: '(product_id, paid_at) include (currency, amount, is_test) where paid_at is not null'
  }
]

/** Every server writes its own row. The indexes are for what is sold of a product, and the campaigns that offer it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table servers (
    id text primary key,
    host text not null,
    pid integer not null,
    version text not null,
    started_at timestamptz not null,
    seen_at timestamptz not null,
    memory_bytes bigint not null,
    database_waiting integer not null,
    failed_jobs integer not null
  )`.execute(db)
  await sql`create index servers_newest on servers (seen_at)`.execute(db)
  await createIndexes(db, indexes)
  await sql`create index campaigns_of_offer on campaigns (offer_id, lpid) where offer_id is not null`.execute(db)
}
