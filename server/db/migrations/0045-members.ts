import { type Kysely, sql } from 'kysely'

/**
 * Members of the console. A link without a member makes the first owner. A passkey's id and public key are base64url.
 * `member_failures` counts wrong codes, also for addresses that no member has.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table members (
    id text primary key,
    email text not null unique check (email = lower(email)),
    name text not null,
    role text not null check (role in ('owner', 'editor', 'reviewer', 'support', 'analyst', 'partner')),
    partner_id text references partners (id),
    created_at timestamptz not null,
    disabled_at timestamptz,
    check ((role = 'partner') = (partner_id is not null))
  )`.execute(db)
  await sql`create table member_failures (
    address_hash text primary key,
    failures integer not null,
    failed_at timestamptz not null,
    locked_until timestamptz
  )`.execute(db)
  await sql`create table member_links (
    token_hash text primary key,
    member_id text references members (id),
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`.execute(db)
  await sql`create table member_passkeys (
    id text primary key,
    member_id text not null references members (id),
    public_key text not null,
    counter bigint not null,
    transports text not null,
    name text not null,
    created_at timestamptz not null,
    used_at timestamptz
  )`.execute(db)
  await sql`create index member_passkeys_by_member on member_passkeys (member_id)`.execute(db)
  await sql`create table member_challenges (
    challenge text primary key,
    member_id text references members (id),
    expires_at timestamptz not null
  )`.execute(db)
  await sql`create table member_sessions (
    id text primary key,
    token_hash text not null unique,
    member_id text not null references members (id),
    address text not null,
    user_agent text not null,
    created_at timestamptz not null,
    seen_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz
  )`.execute(db)
  await sql`create index member_sessions_by_member on member_sessions (member_id, created_at)`.execute(db)
  await sql`create table member_answers (
    member_id text not null references members (id),
    key text not null,
    request_hash text not null,
    answer text,
    created_at timestamptz not null,
    primary key (member_id, key)
  )`.execute(db)
  await sql`alter table operator_log add column address text, add column state_before text`.execute(db)
  await sql`alter table operator_results add column state_after text`.execute(db)
}
