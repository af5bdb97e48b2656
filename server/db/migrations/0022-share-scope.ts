import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table campaigns
    add column share_scope text not null default 'all' check (share_scope in ('all', 'channel'))`.execute(db)
}
