import { type Kysely, sql } from 'kysely'
import { createIndexes, type LargeIndex } from '../large-index.js'

export const indexes: readonly LargeIndex[] = [
  {
    name: 'ledger_txns_adjustments',
    table: 'ledger_txns',
    isUnique: true,
    rows: "(ref_id) where ref_type = 'adjustment'"
  },
  { name: 'orders_by_number', table: 'orders', rows: '(order_no collate "C")' },
  { name: 'orders_by_provider_ref', table: 'orders', rows: '(provider_ref) where provider_ref is not null' },
  { name: 'operator_log_of_subject', table: 'operator_log', rows: '(subject, created_at)' }
]

/** Coins that operators give or take, and indexes for what support searches. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table coin_adjustments (
    id text primary key,
    user_id text not null,
    kind text not null check (kind in ('coins', 'bonus')),
    coins integer not null check (coins <> 0 and abs(coins) <= 1000000),
    reason text not null check (reason <> ''),
    request_key text not null unique,
    requested_by text not null,
    requested_member text references members (id),
    created_at timestamptz not null,
    needs_approval boolean not null,
    status text not null check (status in ('waiting', 'done', 'declined')),
    decided_by text,
    decided_member text references members (id),
    decided_at timestamptz,
    note text,
    check ((decided_by is null) = (decided_at is null)),
    check (needs_approval or (status = 'done' and decided_by is null)),
    check (not needs_approval or (status = 'waiting') = (decided_by is null)),
    constraint coin_adjustments_two_people
      check (lower(decided_by) <> lower(requested_by) and decided_member <> requested_member)
  )`.execute(db)
  await sql`create index coin_adjustments_newest on coin_adjustments (created_at, id)`.execute(db)
  await sql`create index coin_adjustments_waiting on coin_adjustments (created_at, id)
    where status = 'waiting'`.execute(db)
  await sql`create index coin_adjustments_of_user on coin_adjustments (user_id, created_at)`.execute(db)
  await sql`create index feedback_of_order on feedback (order_no) where order_no is not null`.execute(db)
  await createIndexes(db, indexes)
  for (const rule of rules) await sql.raw(rule).execute(db)
}

const rules: readonly string[] = [
  `create trigger coin_adjustments_kept before delete on coin_adjustments
    for each row execute function refuse_order_loss()`,
  `create trigger coin_adjustments_never_emptied before truncate on coin_adjustments
    execute function refuse_order_loss()`,
  `create function check_adjustment_change() returns trigger language plpgsql as $$
  begin
    if old.status <> 'waiting' or (to_jsonb(new) - '{status,decided_by,decided_member,decided_at,note}'::text[])
      <> (to_jsonb(old) - '{status,decided_by,decided_member,decided_at,note}'::text[]) then
      raise exception 'an adjustment is decided once' using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,
  `create trigger coin_adjustments_decided_once before update on coin_adjustments
    for each row execute function check_adjustment_change()`,

  `create function check_adjustment() returns trigger language plpgsql as $$
  declare
    adjustment_id text := case tg_table_name when 'coin_adjustments' then to_jsonb(new) ->> 'id'
      else to_jsonb(new) ->> 'ref_id' end;
    decided coin_adjustments;
    moved record;
  begin
    select * into decided from coin_adjustments where id = adjustment_id;
    select txn.kind, txn.bonus, txn.coins + coalesce(sum(entry.amount) filter (where entry.account like 'user:%:debt'), 0) as coins
      into moved from ledger_txns txn join ledger_entries entry using (user_id, seq)
      where txn.ref_type = 'adjustment' and txn.ref_id = adjustment_id
      group by txn.user_id, txn.seq;
    if (coalesce(decided.status, '') = 'done') <> (moved.kind is not null) then
      raise exception 'an adjustment moves coins once it is done' using errcode = 'check_violation';
    end if;
    if moved.kind is not null and (moved.kind <> 'adjust'
      or moved.coins <> case decided.kind when 'coins' then decided.coins else 0 end
      or moved.bonus <> case decided.kind when 'bonus' then decided.coins else 0 end) then
      raise exception 'more is moved than the adjustment says' using errcode = 'check_violation';
    end if;
    return null;
  end $$`,
  `create constraint trigger coin_adjustments_move after insert or update on coin_adjustments
    deferrable initially deferred for each row execute function check_adjustment()`,
  `create constraint trigger ledger_txns_adjusted after insert on ledger_txns
    deferrable initially deferred for each row when (new.ref_type = 'adjustment') execute function check_adjustment()`
]
