import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table email_codes add column spent_until timestamptz not null default '1970-01-01T00:00:00Z'`.execute(
    db
  )
}
