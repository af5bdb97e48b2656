import { type Kysely, sql } from 'kysely'

/**
 * Facts wait in `report_fact_queue` from their roll-up until a file of `report_fact_files` has them. Nothing is queued
 * without the row of `report_archive`, or once no server has renewed it for a week. `since` is the time from which on
 * the files and the queue have all facts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table report_archive (
    is_single boolean primary key default true check (is_single),
    since timestamptz not null,
    renewed_at timestamptz not null,
    leased_until timestamptz
  )`.execute(db)
  await sql`create table report_fact_queue (
    no bigint generated always as identity primary key,
    queued_at timestamptz not null,
    lpid text not null,
    at timestamptz not null,
    kind text not null,
    drama_id text not null,
    episode_no integer not null,
    currency text not null,
    is_test boolean not null,
    coins bigint not null,
    amount bigint not null,
    utm_source text not null,
    country text not null
  )`.execute(db)
  await sql`create table report_fact_files (
    name text primary key,
    facts integer not null check (facts > 0),
    first_at timestamptz not null,
    last_at timestamptz not null,
    bytes bigint not null,
    sha256 text not null,
    created_at timestamptz not null
  )`.execute(db)
  await sql`create index report_fact_files_by_time on report_fact_files (last_at)`.execute(db)
}
