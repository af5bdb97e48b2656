import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table earning_networks (
    network text primary key,
    block text not null,
    people integer not null default 0 check (people >= 0),
    seen_at timestamptz not null
  )`.execute(db)
  await sql`create index earning_networks_unshared on earning_networks (seen_at) where people = 0`.execute(db)
}
