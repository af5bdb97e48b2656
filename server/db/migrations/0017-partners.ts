import { type Kysely, sql } from 'kysely'
import { reportRules } from './0017-report-rules.js'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createPartners(db)
  await createEvents(db)
  await createReport(db)
  await extendOutbox(db)
  for (const rule of reportRules) await sql.raw(rule).execute(db)
}

async function createPartners(db: Kysely<unknown>): Promise<void> {
  await sql`create table partners (
    id text primary key,
    name text not null check (length(name) between 1 and 120),
    created_at timestamptz not null,
    revoked_at timestamptz
  )`.execute(db)
  await sql`create table partner_keys (
    id text primary key,
    partner_id text not null,
    key_hash text not null,
    created_at timestamptz not null,
    revoked_at timestamptz
  )`.execute(db)
  await sql`create index partner_keys_newest on partner_keys (partner_id, created_at)`.execute(db)
  await sql`alter table campaigns add column partner_id text`.execute(db)
  await sql`create index campaigns_of_partner on campaigns (partner_id, lpid) where partner_id is not null`.execute(db)
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await sql`create table collected_events (
    user_id text not null,
    event_id text not null,
    event text not null,
    lpid text,
    drama_id text,
    episode_no integer,
    at timestamptz not null,
    received_at timestamptz not null,
    primary key (user_id, event_id)
  )`.execute(db)
  await sql`create index collected_paywalls on collected_events (user_id, at) where event = 'paywall'`.execute(db)
  await sql`create index collected_events_age on collected_events (received_at)`.execute(db)
  await sql`create table play_marks (
    user_id text not null,
    episode_id text not null,
    mark text not null check (mark in ('start', 'q25', 'q50', 'q75', 'complete')),
    at timestamptz not null,
    primary key (user_id, episode_id, mark)
  )`.execute(db)
  await sql`alter table orders add column drama_id text`.execute(db)
  await sql`alter table orders add column episode_no integer`.execute(db)
  await sql`create index orders_of_campaign on orders (lpid, paid_at)
    where paid_at is not null and lpid is not null`.execute(db)
  await sql`create index order_returns_by_time on order_returns (created_at)`.execute(db)
}

/**
 * Campaigns are counted per quarter of an hour and per hour, episodes per quarter of an hour, UTC day and eight days.
 * Quarters fit the hours of every time zone; `bucket` numbers the intervals since 1970.
 */
async function createReport(db: Kysely<unknown>): Promise<void> {
  await sql`create table report_facts (
    id bigint generated always as identity primary key,
    lpid text not null,
    at timestamptz not null,
    kind text not null,
    drama_id text not null default '',
    episode_no integer not null default 0,
    currency text not null default '',
    is_test boolean not null default false,
    coins bigint not null default 0,
    amount bigint not null default 0
  )`.execute(db)
  const counts = [
    'visits',
    'new_visitors',
    'views',
    'starts',
    'q25',
    'q50',
    'q75',
    'completes',
    'paywalls',
    'unlocks',
    'unlock_coins',
    'checkouts',
    'purchases',
    'coins_sold',
    'revenue',
    'refunds',
    'refunded'
  ]
  const columns = sql.raw(counts.map(name => `${name} bigint not null default 0`).join(', '))
  await sql`create table report_rollups (
    grain text not null,
    lpid text not null,
    bucket integer not null,
    drama_id text not null,
    episode_no integer not null,
    currency text not null,
    is_test boolean not null,
    ${columns},
    primary key (grain, lpid, bucket, drama_id, episode_no, currency, is_test)
  ) partition by list (grain)`.execute(db)
  for (const grain of ['campaign', 'hour', 'episode', 'day', 'span']) {
    await sql`create table ${sql.table(`report_${grain}s`)} partition of report_rollups for values in (${sql.lit(grain)})`.execute(
      db
    )
  }
}

async function extendOutbox(db: Kysely<unknown>): Promise<void> {
  await sql`create table campaign_postbacks (
    id text primary key,
    lpid text not null,
    event text not null,
    url text not null,
    method text not null check (method in ('GET', 'POST')),
    secret text not null,
    created_at timestamptz not null,
    removed_at timestamptz
  )`.execute(db)
  await sql`create index campaign_postbacks_of on campaign_postbacks (lpid, event) where removed_at is null`.execute(db)
  await sql`alter table event_outbox drop constraint event_outbox_event_check`.execute(db)
  await sql`alter table event_outbox drop constraint event_outbox_status_check`.execute(db)
  await sql`alter table event_outbox drop constraint event_outbox_pkey`.execute(db)
  await sql`alter table event_outbox add column postback_id text not null default ''`.execute(db)
  await sql`alter table event_outbox add column id text not null unique
    default replace(gen_random_uuid()::text, '-', '')`.execute(db)
  await sql`alter table event_outbox add column leased_until timestamptz`.execute(db)
  await sql`alter table event_outbox add column delivered_at timestamptz`.execute(db)
  await sql`alter table event_outbox add primary key (event, event_id, postback_id)`.execute(db)
  // Events from before postbacks existed are not delivered.
  await sql`update event_outbox set status = 'spread'`.execute(db)
  await sql`alter table event_outbox add constraint event_outbox_status_check
    check (status in ('waiting', 'delivered', 'failed', 'spread') and (status <> 'spread' or postback_id = ''))`.execute(
    db
  )
  await sql`drop index event_outbox_due`.execute(db)
  await sql`create index event_outbox_due on event_outbox (postback_id, next_at) where status = 'waiting'`.execute(db)
  await sql`create index event_outbox_newest on event_outbox (lpid, created_at, id) where postback_id <> ''`.execute(db)
}
