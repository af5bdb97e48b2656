import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await extendPeople(db)
  // `address_hash` is keyed with the server's secret: only accounts store the address itself.
  await sql`create table email_codes (
    address_hash text primary key,
    code_hash text not null,
    tries integer not null default 0 check (tries between 0 and 5),
    sent_at timestamptz not null,
    expires_at timestamptz not null,
    used_by text
  )`.execute(db)
  await sql`create index email_codes_ended on email_codes (expires_at)`.execute(db)
  await sql`create table account_merges (
    from_user_id text primary key,
    user_id text not null,
    summary text not null,
    created_at timestamptz not null,
    check (from_user_id <> user_id)
  )`.execute(db)
  await sql`drop index ledger_txns_topups`.execute(db)
  await sql`create index ledger_txns_topups on ledger_txns (user_id, seq desc)
    where kind in ('topup', 'order_refund') or (kind = 'merge' and coins > 0)`.execute(db)
  await sql`create index account_merges_user on account_merges (user_id)`.execute(db)
}

async function extendPeople(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users
    add column email text check (email = lower(email)),
    add column email_verified_at timestamptz,
    add column recovery_hash text,
    add column merged_into text`.execute(db)
  await sql`alter table users add constraint users_email_verified
    check ((email is null) = (email_verified_at is null))`.execute(db)
  await sql`alter table users add constraint users_email_of_account
    check (email is null or (kind = 'user' and merged_into is null and deleted_at is null))`.execute(db)
  await sql`alter table users add constraint users_recovery_of_living
    check (recovery_hash is null or (merged_into is null and deleted_at is null))`.execute(db)
  await sql`alter table users add constraint users_merged_empty
    check (merged_into is null or (merged_into <> id and kind = 'visitor' and coins = 0 and bonus = 0 and debt = 0))`.execute(
    db
  )
  await sql`create unique index users_email on users (email) where email is not null`.execute(db)
  await sql`create unique index users_recovery on users (recovery_hash) where recovery_hash is not null`.execute(db)
  await sql`create index users_merged on users (merged_into) where merged_into is not null`.execute(db)
  await sql`alter table sessions add column replaced_by text`.execute(db)
  await sql`alter table sessions add constraint sessions_replaced_revoked
    check (replaced_by is null or revoked_at is not null)`.execute(db)
  await sql`alter table device_secrets add column device_id text`.execute(db)
  await sql`create index device_secrets_user on device_secrets (user_id)`.execute(db)
}
