import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table drama_progress (
    user_id text not null,
    drama_id text not null,
    episode_no integer not null,
    position_s double precision not null,
    duration_s double precision not null,
    updated_at timestamptz not null,
    primary key (user_id, drama_id)
  )`.execute(db)
  await sql`create index drama_progress_newest on drama_progress (user_id, updated_at desc, drama_id)`.execute(db)
  await sql`create table episode_progress (
    user_id text not null,
    episode_id text not null,
    drama_id text not null,
    position_s double precision not null,
    finished boolean not null,
    updated_at timestamptz not null,
    primary key (user_id, episode_id)
  )`.execute(db)
  await sql`create index episode_progress_drama on episode_progress (user_id, drama_id)`.execute(db)
  await sql`create table favorites (
    user_id text not null,
    drama_id text not null,
    created_at timestamptz not null,
    primary key (user_id, drama_id)
  )`.execute(db)
  await sql`create table unlocks (
    user_id text not null,
    episode_id text not null,
    drama_id text not null,
    episode_no integer not null,
    price integer not null check (price >= 0),
    coins_paid integer not null check (coins_paid >= 0),
    bonus_paid integer not null check (bonus_paid >= 0),
    source text not null check (source in ('coins', 'auto', 'bulk', 'gift', 'host', 'ad')),
    lpid text,
    created_at timestamptz not null,
    refunded_at timestamptz,
    primary key (user_id, episode_id)
  )`.execute(db)
  await sql`create table passes (
    user_id text not null,
    id text not null,
    kind text not null check (kind in ('weekly', 'monthly')),
    starts_at timestamptz not null,
    ends_at timestamptz not null check (ends_at > starts_at),
    revoked_at timestamptz,
    primary key (user_id, id)
  )`.execute(db)
}
