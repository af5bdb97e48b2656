import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table playback_claims (
    user_id text not null,
    episode_id text not null,
    unlocked_at timestamptz not null,
    reason text not null check (reason in ('not_played', 'offline')),
    detail text not null,
    made_at timestamptz not null,
    due_at timestamptz not null,
    outcome text check (outcome in ('returned', 'watched', 'too_many', 'gone')),
    settled_at timestamptz,
    coins integer not null default 0 check (coins >= 0),
    bonus integer not null default 0 check (bonus >= 0),
    told_at timestamptz,
    primary key (user_id, episode_id, unlocked_at),
    check ((outcome is null) = (settled_at is null))
  )`.execute(db)
  await sql`create index playback_claims_due on playback_claims (due_at) where outcome is null`.execute(db)
  await sql`create index playback_claims_untold on playback_claims (user_id)
    where outcome = 'returned' and told_at is null`.execute(db)
  await sql`alter table dramas add column offline_at timestamptz`.execute(db)
  await sql`alter table episodes add column offline_at timestamptz`.execute(db)
  await sql`create index dramas_offline on dramas (offline_at) where status = 'offline'`.execute(db)
  await sql`create index episodes_offline on episodes (offline_at) where status = 'offline'`.execute(db)
  await sql`create index unlocks_live on unlocks (episode_id) where refunded_at is null`.execute(db)
}
