import { type Kysely, sql } from 'kysely'
import { rewardRules } from './0013-rewards-rules.js'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table campaigns add column timezone text`.execute(db)
  await sql`alter table campaigns add column rewards_enabled boolean not null default true`.execute(db)
  await sql`alter table campaigns add column reward_budget integer check (reward_budget >= 0)`.execute(db)
  await createTasks(db)
  await createImages(db)
  await createSubmissions(db)
  await createShares(db)
  await createReviewTables(db)
  for (const rule of rewardRules) await sql.raw(rule).execute(db)
}

async function createTasks(db: Kysely<unknown>): Promise<void> {
  await sql`create table reward_zones (
    user_id text primary key,
    zone text not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null check (ends_at > starts_at)
  )`.execute(db)
  await sql`create table task_counts (
    user_id text primary key,
    code text not null check (code in ('home_15s')),
    nonce_hash text not null,
    started_at timestamptz not null,
    used_at timestamptz
  )`.execute(db)
  await sql`create table task_states (
    user_id text not null,
    day text not null,
    code text not null check (code in ('home_15s', 'watch_5', 'watch_10', 'watch_15', 'topup_gift')),
    done_at timestamptz not null,
    claimed_at timestamptz,
    reward_bonus integer not null default 0 check (reward_bonus >= 0),
    paid_to text,
    primary key (user_id, day, code),
    check ((claimed_at is null) = (paid_to is null))
  )`.execute(db)
}

async function createImages(db: Kysely<unknown>): Promise<void> {
  await sql`create table reward_images (
    id text primary key,
    user_id text not null,
    sha256 text not null check (length(sha256) = 64),
    prints text not null,
    width integer not null,
    height integer not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    submission_id text unique,
    removed_at timestamptz
  )`.execute(db)
  await sql`create index reward_images_unused on reward_images (expires_at)
    where submission_id is null and removed_at is null`.execute(db)
  await sql`create index reward_images_user on reward_images (user_id)`.execute(db)
  await sql`create table reward_prints (
    submission_id text not null,
    no smallint not null check (no >= 0),
    sha256 text unique check ((sha256 is not null) = (no = 0)),
    bits bit varying,
    ones smallint,
    created_at timestamptz not null,
    primary key (submission_id, no)
  )`.execute(db)
  await sql`create index reward_prints_newest on reward_prints (created_at)`.execute(db)
}

async function createSubmissions(db: Kysely<unknown>): Promise<void> {
  await sql`create table reward_submissions (
    user_id text not null,
    id text not null,
    channel text not null check (channel in ('whatsapp', 'facebook', 'telegram')),
    status smallint not null default 0 check (status between 0 and 3),
    reason text,
    note text,
    image_id text,
    telegram_id text,
    telegram_key text,
    reward_bonus integer not null check (reward_bonus > 0),
    zone text not null,
    lpid text,
    objection text,
    created_at timestamptz not null,
    due_at timestamptz not null,
    reviewed_at timestamptz,
    reviewer text,
    claim_until timestamptz,
    claimed_at timestamptz,
    paid_to text,
    appealed_at timestamptz,
    appeal text,
    primary key (id),
    check ((channel = 'telegram') = (telegram_key is not null)),
    check ((channel = 'telegram') = (image_id is null)),
    check ((status = 2) = (claimed_at is not null)),
    check ((status = 2) = (paid_to is not null)),
    check ((status = 3) = (reason is not null)),
    check (status not in (1, 2) or claim_until is not null)
  )`.execute(db)
  await sql`create index reward_submissions_newest on reward_submissions (user_id, channel, created_at desc, id desc)`.execute(
    db
  )
  await sql`create index reward_submissions_list on reward_submissions (user_id, created_at desc, id desc)`.execute(db)
  await sql`create index reward_submissions_due on reward_submissions (due_at, id) where status = 0`.execute(db)
  await sql`create index reward_submissions_reviewed on reward_submissions (reviewed_at)
    where image_id is not null and status in (1, 2, 3)`.execute(db)
  await sql`create unique index reward_submissions_image on reward_submissions (image_id)`.execute(db)
  await sql`create unique index reward_submissions_telegram on reward_submissions (telegram_key)
    where status in (0, 1, 2)`.execute(db)
}

async function createShares(db: Kysely<unknown>): Promise<void> {
  await sql`create table share_codes (
    user_id text not null,
    code text primary key,
    created_at timestamptz not null
  )`.execute(db)
  await sql`create index share_codes_owner on share_codes (user_id, created_at)`.execute(db)
  await sql`create table share_clicks (
    user_id text not null,
    visitor_id text not null,
    created_at timestamptz not null,
    primary key (user_id, visitor_id)
  )`.execute(db)
  await sql`create index share_clicks_time on share_clicks (user_id, created_at)`.execute(db)
}

async function createReviewTables(db: Kysely<unknown>): Promise<void> {
  await sql`create table reward_budgets (
    lpid text not null,
    day text not null,
    approved integer not null check (approved >= 0),
    primary key (lpid, day)
  )`.execute(db)
  await sql`create table operator_log (
    id text primary key,
    operator text not null,
    action text not null,
    subject text not null,
    detail text not null,
    created_at timestamptz not null
  )`.execute(db)
  await sql`alter table dramas add column withdrawn_at timestamptz`.execute(db)
  await sql`create index operator_log_newest on operator_log (created_at desc, id desc)`.execute(db)
}
