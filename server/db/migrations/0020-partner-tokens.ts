import { type Kysely, sql } from 'kysely'

/** A user of kind `partner` holds a partner's prepaid coins, so that the ledger's rules apply to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table partner_secrets (
    id text primary key,
    partner_id text not null,
    secret text not null,
    created_at timestamptz not null,
    revoked_at timestamptz
  )`.execute(db)
  await sql`create index partner_secrets_newest on partner_secrets (partner_id, created_at)`.execute(db)
  await sql`create table partner_identities (
    partner_id text not null,
    subject_hash text not null,
    user_id text not null,
    created_at timestamptz not null,
    primary key (partner_id, subject_hash)
  )`.execute(db)
  await sql`create index partner_identities_of_user on partner_identities (user_id)`.execute(db)
  await sql`alter table sessions
    add column partner_id text,
    add column subject_hash text,
    add constraint sessions_of_partner check ((partner_id is null) = (subject_hash is null))`.execute(db)
  await createPartnerWallets(db)
  await limitCampaigns(db)
}

async function limitCampaigns(db: Kysely<unknown>): Promise<void> {
  await sql`alter table campaigns add column daily_limit integer check (daily_limit > 0)`.execute(db)
}

async function createPartnerWallets(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users drop constraint users_kind_check`.execute(db)
  await sql`alter table users
    add constraint users_kind_check check (kind in ('visitor', 'user', 'partner'))`.execute(db)
  await sql`alter table partners add column purse_id text unique`.execute(db)
  await sql`create table sponsored_unlocks (
    partner_id text not null,
    token_id text not null,
    user_id text not null,
    drama_id text not null,
    episode_id text not null,
    episode_no integer not null,
    price integer not null check (price > 0),
    purse_seq bigint not null,
    lpid text,
    created_at timestamptz not null,
    primary key (partner_id, token_id)
  )`.execute(db)
  await sql`create index sponsored_unlocks_newest on sponsored_unlocks (partner_id, created_at desc, token_id desc)`.execute(
    db
  )
  await sql`create index sponsored_unlocks_of_user on sponsored_unlocks (user_id)`.execute(db)
}
