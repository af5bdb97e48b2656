import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table campaigns (
    lpid text primary key,
    name text not null,
    status text not null check (status in ('active', 'closed')),
    start_drama_id text,
    start_episode_no integer,
    free_episodes_override integer check (free_episodes_override >= 0),
    theme jsonb not null default '{}',
    created_at timestamptz not null
  )`.execute(db)
  await sql`create table users (
    id text primary key,
    kind text not null check (kind in ('visitor', 'user')),
    nickname text not null,
    avatar_url text,
    locale text not null,
    first_lpid text,
    last_lpid text,
    auto_unlock boolean not null default false,
    coins bigint not null default 0 check (coins >= 0),
    bonus bigint not null default 0 check (bonus >= 0),
    created_at timestamptz not null,
    deleted_at timestamptz
  )`.execute(db)
  await sql`create table visits (
    user_id text not null,
    id text not null,
    lpid text,
    known boolean not null,
    device_id text not null,
    landing_url text,
    referrer_host text,
    click_ids jsonb not null,
    user_agent text not null,
    created_at timestamptz not null,
    primary key (user_id, id)
  )`.execute(db)
  await sql`create table sessions (
    token_hash text primary key,
    user_id text not null,
    device_id text not null,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz
  )`.execute(db)
  await sql`create index sessions_user on sessions (user_id)`.execute(db)
  await sql`create table device_secrets (
    secret_hash text primary key,
    user_id text not null,
    created_at timestamptz not null
  )`.execute(db)
}
