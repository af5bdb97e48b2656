import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column auto_unlock_daily_cap integer not null default 300
    check (auto_unlock_daily_cap between 1 and 1000000)`.execute(db)
  await sql`create table drama_auto_unlocks (
    user_id text not null,
    drama_id text not null,
    enabled boolean not null,
    daily_cap integer check (daily_cap between 1 and 1000000),
    updated_at timestamptz not null,
    primary key (user_id, drama_id)
  )`.execute(db)
  await sql`create index drama_auto_unlocks_newest on drama_auto_unlocks (user_id, updated_at, drama_id)`.execute(db)
  await sql`create table spending_limits (
    user_id text not null,
    period text not null check (period in ('daily', 'weekly')),
    coins integer check (coins between 0 and 1000000),
    next_coins integer check (next_coins between 0 and 1000000),
    next_at timestamptz,
    primary key (user_id, period),
    check (next_at is not null or next_coins is null),
    check (next_at is null or (coins is not null and (next_coins is null or next_coins > coins)))
  )`.execute(db)
}
