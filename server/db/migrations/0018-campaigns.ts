import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table campaigns
    add column default_lang text check (default_lang in ('pt', 'en', 'es', 'zh-cn', 'zh-tw')),
    add column currency text check (currency ~ '^[A-Z]{3}$'),
    add column offer_id text check (offer_id ~ '^p_[A-Za-z0-9_-]{1,80}$'),
    add column attribution_window_days integer not null default 7 check (attribution_window_days between 1 and 90),
    add column pixel_hint jsonb not null default '{}' check (jsonb_typeof(pixel_hint) = 'object')`.execute(db)
  // `not valid` because existing rows were written by hand and must not stop the upgrade.
  await sql`alter table campaigns
    add constraint campaigns_lpid check (lpid ~ '^[A-Za-z0-9_-]{1,64}$') not valid,
    add constraint campaigns_start check (
      start_episode_no is null or (start_drama_id is not null and start_episode_no between 1 and 100000)
    ) not valid,
    add constraint campaigns_free check (free_episodes_override <= 100000) not valid,
    add constraint campaigns_theme check (jsonb_typeof(theme) = 'object') not valid`.execute(db)
  await sql`alter table users add column last_lpid_at timestamptz`.execute(db)
  await sql`update users set last_lpid_at = coalesce((
      select max(visits.created_at) from visits where visits.user_id = users.id and visits.lpid = users.last_lpid
    ), created_at) where last_lpid is not null`.execute(db)
  await sql`create table promo_grants (
    user_id text not null,
    link_id text not null check (link_id ~ '^[A-Za-z0-9_-]{8,40}$'),
    lpid text not null,
    drama_id text not null,
    episode_id text not null,
    episode_no integer not null check (episode_no >= 1),
    created_at timestamptz not null,
    until timestamptz not null,
    primary key (user_id, link_id),
    check (until > created_at and until <= created_at + interval '1 day')
  )`.execute(db)
}
