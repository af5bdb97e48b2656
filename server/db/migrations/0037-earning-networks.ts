import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table earning_networks (
    network text primary key,
    block text not null,
    people integer not null default 0 check (people >= 0),
    seen_at timestamptz not null
  )`.execute(db)
  await sql`create index earning_networks_unshared on earning_networks (seen_at) where people = 0`.execute(db)
  await sql`create index pending_earnings_network on pending_earnings ((earner ->> 'network')) where paid_at is null`.execute(
    db
  )
  await sql`create table share_evidence (
    sharer_network text not null,
    friend_network text not null,
    used_at timestamptz not null,
    primary key (sharer_network, friend_network)
  )`.execute(db)
  await sql`create index share_evidence_age on share_evidence (used_at)`.execute(db)
}
