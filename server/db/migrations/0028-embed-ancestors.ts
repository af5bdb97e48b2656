import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table campaigns add column embed_ancestors text`.execute(db)
}
