import { type Kysely, sql } from 'kysely'
import { ledgerRules } from './0009-ledger-rules.js'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createLedger(db)
  await createLots(db)
  await joinUnlocks(db)
  for (const rule of ledgerRules) await sql.raw(rule).execute(db)
}

async function createLedger(db: Kysely<unknown>): Promise<void> {
  await sql`create table ledger_txns (
    user_id text not null,
    seq bigint not null check (seq >= 1),
    kind text not null check (kind in (
      'topup', 'topup_bonus', 'gift', 'unlock', 'unlock_refund', 'task', 'share_reward', 'tg_reward', 'expire',
      'order_refund', 'merge', 'adjust'
    )),
    ref_type text not null,
    ref_id text not null,
    idempotency_key text not null,
    coins bigint not null,
    bonus bigint not null,
    coins_after bigint not null check (coins_after between 0 and 1000000000000),
    bonus_after bigint not null check (bonus_after between 0 and 1000000000000),
    entry_count integer not null check (entry_count >= 2),
    prev_hash text not null check (length(prev_hash) = 64),
    hash text not null check (length(hash) = 64),
    created_at timestamptz not null,
    primary key (user_id, seq),
    unique (user_id, idempotency_key)
  )`.execute(db)
  await sql`create index ledger_txns_topups on ledger_txns (user_id, seq desc)
    where kind in ('topup', 'order_refund')`.execute(db)
  await sql`create index ledger_txns_unlocks on ledger_txns (user_id, seq desc)
    where kind in ('unlock', 'unlock_refund')`.execute(db)
  await sql`create index ledger_txns_bonuses on ledger_txns (user_id, seq desc) where bonus <> 0`.execute(db)
  await sql`create unique index ledger_txns_refunds on ledger_txns (user_id, ref_id)
    where kind = 'unlock_refund'`.execute(db)
  await sql`create table ledger_entries (
    user_id text not null,
    seq bigint not null,
    no integer not null check (no >= 1),
    account text not null constraint ledger_entries_account_known check (
      account in ('sys:sales', 'sys:rewards', 'sys:spent', 'sys:expired', 'sys:moved')
      or account = 'user:' || user_id || ':coins'
      or starts_with(account, 'user:' || user_id || ':bonus:')
    ),
    amount bigint not null check (amount <> 0 and amount between -1000000000000 and 1000000000000),
    primary key (user_id, seq, no),
    foreign key (user_id, seq) references ledger_txns (user_id, seq)
  )`.execute(db)
  await sql`create index ledger_entries_account on ledger_entries (user_id, account)`.execute(db)
}

async function createLots(db: Kysely<unknown>): Promise<void> {
  await sql`create table bonus_lots (
    user_id text not null,
    id bigint not null,
    source text not null,
    granted bigint not null check (granted >= 1),
    remaining bigint not null check (remaining between 0 and granted),
    expires_at timestamptz not null,
    created_at timestamptz not null,
    primary key (user_id, id),
    foreign key (user_id, id) references ledger_txns (user_id, seq)
  )`.execute(db)
  await sql`create index bonus_lots_due on bonus_lots (expires_at, user_id) where remaining > 0`.execute(db)
  await sql`create index bonus_lots_open on bonus_lots (user_id, expires_at, id) where remaining > 0`.execute(db)
}

async function joinUnlocks(db: Kysely<unknown>): Promise<void> {
  await sql`create table idempotent_answers (
    user_id text not null,
    key text not null,
    request_hash text not null,
    answer text not null,
    created_at timestamptz not null,
    primary key (user_id, key)
  )`.execute(db)
  await sql`alter table unlocks add column ledger_seq bigint`.execute(db)
  await sql`alter table unlocks add constraint unlocks_of_ledger
    foreign key (user_id, ledger_seq) references ledger_txns (user_id, seq)`.execute(db)
  await sql`alter table unlocks add constraint unlocks_not_above_price
    check (coins_paid + bonus_paid <= price)`.execute(db)
  await sql`create index unlocks_payment on unlocks (user_id, ledger_seq)`.execute(db)
  await sql`create index unlocks_newest on unlocks (user_id, created_at)`.execute(db)
}
