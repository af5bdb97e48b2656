import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table push_subscriptions (
    id text primary key,
    user_id text not null,
    device_id text not null,
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    lang text not null,
    created_at timestamptz not null
  )`.execute(db)
  await sql`create index push_subscriptions_user on push_subscriptions (user_id, created_at)`.execute(db)
  await sql`create table episode_releases (
    drama_id text not null,
    first_no integer not null check (first_no >= 1),
    last_no integer not null check (last_no >= first_no),
    released_at timestamptz not null,
    queued_at timestamptz,
    primary key (drama_id, first_no)
  )`.execute(db)
  await sql`create index episode_releases_waiting on episode_releases (released_at) where queued_at is null`.execute(db)
  await sql`create table push_messages (
    subscription_id text not null references push_subscriptions (id) on delete cascade,
    drama_id text not null,
    first_no integer not null check (first_no >= 1),
    last_no integer not null check (last_no >= first_no),
    attempts integer not null default 0,
    next_at timestamptz not null,
    leased_until timestamptz,
    primary key (subscription_id, drama_id)
  )`.execute(db)
  await sql`create index push_messages_due on push_messages (next_at)`.execute(db)
}
