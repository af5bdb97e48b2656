import { type Kysely, sql } from 'kysely'
import { experimentRules } from './0052-experiment-rules.js'

/**
 * An assignment has what its viewer did for the campaign since, without tests; `experiment_money` has the payments.
 * A preview shows a variant to one viewer for minutes and counts nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table experiments (
    id text primary key,
    lpid text not null,
    name text not null check (length(name) between 1 and 120),
    goal text not null check (goal in ('purchase_rate', 'start_rate', 'paywall_to_purchase', 'revenue_per_visitor')),
    status text not null default 'draft' check (status in ('draft', 'running', 'ended')),
    created_at timestamptz not null,
    created_by text not null,
    changed_at timestamptz not null,
    started_at timestamptz,
    ended_at timestamptz,
    chosen_variant integer,
    check ((status = 'draft') = (started_at is null)),
    check ((status = 'ended') = (ended_at is not null)),
    check (chosen_variant is null or status = 'ended')
  )`.execute(db)
  await sql`create unique index experiments_running on experiments (lpid) where status = 'running'`.execute(db)
  await sql`create index experiments_of_campaign on experiments (lpid, created_at, id)`.execute(db)
  await sql`create table experiment_variants (
    experiment_id text not null references experiments (id) on delete cascade,
    no integer not null check (no between 1 and 4),
    name text not null check (length(name) between 1 and 60),
    share integer not null check (share between 1 and 99),
    start_drama_id text,
    start_episode_no integer check (start_episode_no between 1 and 100000),
    free_episodes_override integer check (free_episodes_override between 0 and 100000),
    offer_id text check (offer_id ~ '^p_[A-Za-z0-9_-]{1,80}$'),
    theme jsonb not null default '{}' check (jsonb_typeof(theme) = 'object'),
    primary key (experiment_id, no),
    check (start_episode_no is null or start_drama_id is not null)
  )`.execute(db)
  // The counts change often and stay on their page, because no index has them.
  await sql`create table experiment_assignments (
    experiment_id text not null,
    user_id text not null,
    variant_no integer not null,
    assigned_at timestamptz not null,
    is_test boolean not null,
    starts integer not null default 0,
    paywalls integer not null default 0,
    checkouts integer not null default 0,
    purchases integer not null default 0,
    primary key (experiment_id, user_id)
  ) with (fillfactor = 85)`.execute(db)
  await sql`create index experiment_assignments_of_user on experiment_assignments (user_id)`.execute(db)
  await sql`create table experiment_money (
    experiment_id text not null,
    user_id text not null,
    currency text not null,
    variant_no integer not null,
    revenue bigint not null default 0,
    refunds integer not null default 0,
    refunded bigint not null default 0,
    primary key (experiment_id, user_id, currency)
  )`.execute(db)
  await sql`create index experiment_money_of_user on experiment_money (user_id)`.execute(db)
  await sql`create table experiment_previews (
    user_id text primary key,
    experiment_id text not null references experiments (id) on delete cascade,
    variant_no integer not null,
    until timestamptz not null
  )`.execute(db)
  await sql`create index experiment_previews_age on experiment_previews (until)`.execute(db)
  for (const rule of experimentRules) await sql.raw(rule).execute(db)
}
