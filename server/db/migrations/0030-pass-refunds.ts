import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_refunds add column ends_pass boolean not null default false`.execute(db)
}
