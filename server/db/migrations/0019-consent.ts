import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table visits
    add column consent text check (consent in ('granted', 'denied', 'unknown')),
    add column utm jsonb not null default '{}'`.execute(db)
}
