import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table dramas (
    id text primary key,
    slug text not null,
    package_hash text not null,
    status text not null check (status in ('online', 'offline')),
    title jsonb not null,
    synopsis jsonb not null,
    category jsonb not null,
    tags jsonb not null,
    cast_names jsonb not null,
    lang_audio text not null,
    subtitles jsonb not null,
    age_rating text not null,
    colour text not null,
    free_count integer not null check (free_count >= 0),
    default_price integer not null check (default_price >= 0),
    is_finished boolean not null,
    score double precision not null,
    play_count bigint not null default 0,
    favorite_count bigint not null default 0,
    sort integer not null,
    episode_count integer not null,
    total_duration_s double precision not null,
    cover text not null,
    banner text not null,
    online_at timestamptz not null,
    updated_at timestamptz not null
  )`.execute(db)
  await sql`create table drama_labels (
    label_id text not null,
    drama_id text not null,
    primary key (label_id, drama_id)
  )`.execute(db)
  await sql`create table episodes (
    id text primary key,
    drama_id text not null,
    no integer not null check (no >= 1),
    asset text not null,
    title jsonb,
    duration_s double precision not null,
    price integer check (price >= 0),
    captions jsonb not null,
    status text not null check (status in ('online', 'offline')),
    unique (drama_id, no)
  )`.execute(db)
}
