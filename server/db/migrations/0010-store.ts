import { type Kysely, sql } from 'kysely'
import { storeRules } from './0010-store-rules.js'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createProducts(db)
  await createOrders(db)
  await createOrderBooks(db)
  await joinPasses(db)
  await allowDebt(db)
  for (const rule of storeRules) await sql.raw(rule).execute(db)
}

async function createProducts(db: Kysely<unknown>): Promise<void> {
  await sql`create table products (
    id text primary key check (id ~ '^p_[A-Za-z0-9_-]{1,80}$'),
    kind text not null check (kind in ('coins', 'weekly', 'monthly')),
    title jsonb,
    coins integer not null check (coins between 0 and 1000000),
    bonus integer not null check (bonus between 0 and 1000000),
    days integer check (days between 1 and 365),
    amount bigint not null check (amount between 1 and 1000000000),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    badge text check (badge in ('popular', 'best_value')),
    sort integer not null,
    status text not null check (status in ('on_sale', 'withdrawn')),
    created_at timestamptz not null,
    check ((kind = 'coins' and coins >= 1 and days is null) or (kind <> 'coins' and coins = 0 and bonus = 0 and days >= 1))
  )`.execute(db)
  await sql`create index products_shelf on products (currency, sort, id)`.execute(db)
}

async function createOrders(db: Kysely<unknown>): Promise<void> {
  await sql`create table orders (
    order_no text primary key check (order_no ~ '^o_[A-Za-z0-9_-]{1,80}$'),
    user_id text not null,
    event_id text not null unique,
    product_id text not null,
    title jsonb,
    kind text not null check (kind in ('coins', 'weekly', 'monthly')),
    coins integer not null check (coins between 0 and 1000000),
    bonus integer not null check (bonus between 0 and 1000000),
    gift integer not null default 0 check (gift between 0 and 1000000),
    days integer check (days between 1 and 365),
    amount bigint not null check (amount >= 0),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    status text not null check (status in ('created', 'pending', 'paid', 'failed', 'closed', 'refunded', 'disputed')),
    provider text not null check (provider in ('sandbox', 'stripe')),
    is_test boolean not null,
    provider_ref text,
    payment_ref text,
    pay_url text,
    return_url text,
    lang text not null,
    lpid text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    asked_at timestamptz,
    paid_at timestamptz,
    refunded_at timestamptz,
    money_back_at timestamptz,
    check (event_id = 'p_' || order_no),
    check ((kind = 'coins') = (days is null)),
    check (kind = 'coins' or coins + bonus + gift = 0),
    check (status <> 'pending' or (provider_ref is not null and pay_url is not null)),
    check ((paid_at is not null) = (status in ('paid', 'refunded', 'disputed'))),
    check ((refunded_at is not null) = (status in ('refunded', 'disputed'))),
    check (gift = 0 or paid_at is not null),
    check (money_back_at is null or status = 'refunded'),
    check (expires_at > created_at)
  )`.execute(db)
  await sql`create index orders_newest on orders (user_id, created_at)`.execute(db)
  await sql`create index orders_passes on orders (user_id, paid_at) where kind <> 'coins' and paid_at is not null`.execute(
    db
  )
  await sql`create index orders_payment on orders (payment_ref) where payment_ref is not null`.execute(db)
  await sql`create index orders_open on orders (expires_at) where status in ('created', 'pending')`.execute(db)
}

async function createOrderBooks(db: Kysely<unknown>): Promise<void> {
  await sql`create table order_events (
    provider text not null,
    event_id text not null,
    order_no text,
    payment_ref text,
    outcome text not null,
    result text not null,
    received_at timestamptz not null,
    primary key (provider, event_id)
  )`.execute(db)
  await sql`create index order_events_unmatched on order_events (payment_ref)
    where order_no is null and payment_ref is not null`.execute(db)
  await sql`create table sandbox_payments (
    order_no text primary key,
    decision text not null check (decision in ('approved', 'declined')),
    decided_at timestamptz not null
  )`.execute(db)
  await sql`create table event_outbox (
    event text not null check (event in ('purchase', 'refund')),
    event_id text not null,
    user_id text not null,
    lpid text,
    payload jsonb not null,
    status text not null check (status in ('waiting', 'delivered', 'failed')),
    attempts integer not null default 0 check (attempts >= 0),
    next_at timestamptz not null,
    last_response text,
    created_at timestamptz not null,
    primary key (event, event_id)
  )`.execute(db)
  await sql`create index event_outbox_due on event_outbox (next_at) where status = 'waiting'`.execute(db)
}

async function joinPasses(db: Kysely<unknown>): Promise<void> {
  await sql`alter table passes add column order_no text unique`.execute(db)
  await sql`create index passes_newest on passes (user_id, ends_at)`.execute(db)
}

async function allowDebt(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column debt bigint not null default 0
    check (debt between 0 and 1000000000000)`.execute(db)
  await sql`alter table ledger_entries drop constraint ledger_entries_account_known`.execute(db)
  await sql`alter table ledger_entries add constraint ledger_entries_account_known check (
    account in ('sys:sales', 'sys:rewards', 'sys:spent', 'sys:expired', 'sys:moved')
    or account = 'user:' || user_id || ':coins'
    or account = 'user:' || user_id || ':debt'
    or starts_with(account, 'user:' || user_id || ':bonus:')
  )`.execute(db)
  await sql`create index ledger_txns_topups_by_time on ledger_txns (user_id, created_at)
    where kind in ('topup', 'order_refund')`.execute(db)
  await sql`create unique index ledger_txns_orders on ledger_txns (kind, ref_id)
    where ref_type = 'order' and kind in ('topup', 'topup_bonus', 'gift', 'order_refund')`.execute(db)
}
