import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table watch_beats (
    user_id text not null,
    play_id text not null,
    seq integer not null check (seq >= 0),
    episode_id text not null,
    from_s double precision not null,
    to_s double precision not null,
    played_s double precision not null check (played_s >= 0),
    at timestamptz not null,
    primary key (user_id, play_id, seq)
  )`.execute(db)
  await sql`create index watch_beats_newest on watch_beats (user_id, at)`.execute(db)
  await sql`create table watch_clocks (
    user_id text primary key,
    counted_until timestamptz not null
  )`.execute(db)
}
