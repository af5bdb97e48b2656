import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table earning_usage (
    scope text not null,
    key text not null,
    used double precision not null check (used >= 0),
    used_at timestamptz not null,
    primary key (scope, key)
  )`.execute(db)
  await sql`create table payer_scopes (
    user_id text not null,
    scope text not null,
    key text not null,
    order_no text not null,
    seen_at timestamptz not null,
    primary key (scope, key, order_no)
  )`.execute(db)
  await sql`create index payer_scopes_user on payer_scopes (user_id)`.execute(db)
  await sql`create table pending_earnings (
    id text primary key,
    user_id text not null,
    kind text not null check (kind in ('task', 'merge')),
    ref_id text not null,
    bonus integer not null check (bonus > 0),
    earner jsonb not null,
    created_at timestamptz not null,
    tried_at timestamptz not null,
    paid_at timestamptz,
    paid_by text,
    check ((paid_at is null) = (paid_by is null))
  )`.execute(db)
  await sql`create unique index pending_earnings_ref on pending_earnings (user_id, kind, ref_id)`.execute(db)
  await sql`create index pending_earnings_queue on pending_earnings (created_at, id) where paid_at is null`.execute(db)
  await sql`create index pending_earnings_next on pending_earnings (tried_at, created_at, id)
    where paid_at is null and kind = 'task'`.execute(db)
  await sql`alter table reward_submissions add column earner jsonb`.execute(db)
  await sql`alter table share_clicks add column network text`.execute(db)
  for (const event of ['delete', 'truncate']) {
    const each = event === 'delete' ? 'for each row' : ''
    await sql
      .raw(`create trigger pending_earnings_kept_${event} before ${event} on pending_earnings
        ${each} execute function refuse_reward_loss()`)
      .execute(db)
  }
}
