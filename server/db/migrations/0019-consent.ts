import { type Kysely, sql } from 'kysely'

/** What a visitor has agreed to, and the campaign parameters of the address they landed on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Null, as in every row from before: the page answers for it by terms of its own.
  await sql`alter table visits
    add column consent text check (consent in ('granted', 'denied', 'unknown')),
    add column utm jsonb not null default '{}'`.execute(db)
}
