import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createRefunds(db)
  await addWaivedAccounts(db)
  await addAnswers(db)
  for (const rule of rules) await sql.raw(rule).execute(db)
}

async function createRefunds(db: Kysely<unknown>): Promise<void> {
  await sql`create table order_refunds (
    refund_ref text primary key,
    order_no text not null,
    request_key text,
    amount bigint not null check (amount >= 0),
    is_rest boolean not null,
    spent text not null check (spent in ('refuse', 'debt', 'waive')),
    reason text,
    operator text not null,
    coins integer not null check (coins >= 0),
    bonus integer not null check (bonus >= 0),
    debt integer not null check (debt >= 0),
    waived_coins integer not null check (waived_coins >= 0),
    waived_bonus integer not null check (waived_bonus >= 0),
    money_back_at timestamptz,
    created_at timestamptz not null,
    check (spent <> 'waive' or reason is not null),
    check (spent = 'waive' or waived_coins + waived_bonus = 0),
    check (spent = 'debt' or debt = 0)
  )`.execute(db)
  await sql`create index order_refunds_order on order_refunds (order_no, created_at)`.execute(db)
  await sql`create unique index order_refunds_key on order_refunds (order_no, request_key)
    where request_key is not null`.execute(db)
}

async function addWaivedAccounts(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_entries drop constraint ledger_entries_account_known`.execute(db)
  await sql`alter table ledger_entries add constraint ledger_entries_account_known check (
    account in ('sys:sales', 'sys:rewards', 'sys:spent', 'sys:expired', 'sys:moved',
      'sys:waived_coins', 'sys:waived_bonus')
    or account = 'user:' || user_id || ':coins'
    or account = 'user:' || user_id || ':debt'
    or starts_with(account, 'user:' || user_id || ':bonus:')
  )`.execute(db)
}

async function addAnswers(db: Kysely<unknown>): Promise<void> {
  await sql`alter table feedback
    add column answer text,
    add column answered_at timestamptz,
    add column answered_by text,
    add column answer_read_at timestamptz`.execute(db)
  await sql`alter table feedback add constraint feedback_answered
    check ((answer is null) = (answered_at is null) and (answer is null) = (answered_by is null))`.execute(db)
  await sql`alter table feedback add constraint feedback_answer_read
    check (answer_read_at is null or answer is not null)`.execute(db)
  await sql`create unique index feedback_id on feedback (id)`.execute(db)
  await sql`create index feedback_newest on feedback (created_at, id)`.execute(db)
  await sql`create index feedback_open on feedback (created_at, id) where answer is null`.execute(db)
  await sql`create index feedback_of_user on feedback (user_id, created_at, id)`.execute(db)
  await sql`create index feedback_unread on feedback (user_id)
    where answer is not null and answer_read_at is null`.execute(db)
}

const rules: readonly string[] = [
  `create trigger order_refunds_kept before delete on order_refunds
    for each row execute function refuse_order_loss()`,
  `create function check_order_refund_change() returns trigger language plpgsql as $$
  begin
    if (to_jsonb(new) - 'money_back_at') <> (to_jsonb(old) - 'money_back_at') then
      raise exception 'a refund does not change' using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,
  `create trigger order_refunds_stay before update on order_refunds
    for each row execute function check_order_refund_change()`,

  `create function check_waived_kind() returns trigger language plpgsql as $$
  begin
    if not exists (select 1 from ledger_txns where user_id = new.user_id and seq = new.seq
      and kind = 'order_refund' and ref_type = 'order') then
      raise exception 'only a refund of an order waives coins' using errcode = 'check_violation';
    end if;
    return null;
  end $$`,
  `create constraint trigger ledger_entries_waived after insert on ledger_entries
    deferrable initially deferred for each row when (new.account in ('sys:waived_coins', 'sys:waived_bonus'))
    execute function check_waived_kind()`,
  `create function check_waived() returns trigger language plpgsql as $$
  declare
    reversed record;
    allowed record;
  begin
    select coalesce(sum(amount) filter (where account = 'sys:sales'), 0) as coins,
      coalesce(sum(amount) filter (where account = 'sys:rewards'), 0) as bonus,
      coalesce(-sum(amount) filter (where account = 'sys:waived_coins'), 0) as waived_coins,
      coalesce(-sum(amount) filter (where account = 'sys:waived_bonus'), 0) as waived_bonus
      into reversed from ledger_txns join ledger_entries using (user_id, seq)
      where ref_type = 'order' and ref_id = new.ref_id and kind = 'order_refund';
    select coalesce(sum(waived_coins), 0) as coins, coalesce(sum(waived_bonus), 0) as bonus
      into allowed from order_refunds where order_no = new.ref_id;
    if reversed.waived_coins not between 0 and least(reversed.coins, allowed.coins)
      or reversed.waived_bonus not between 0 and least(reversed.bonus, allowed.bonus) then
      raise exception 'more is waived than refunds allow' using errcode = 'check_violation';
    end if;
    return null;
  end $$`,
  `create constraint trigger ledger_txns_waive after insert on ledger_txns
    deferrable initially deferred for each row when (new.kind = 'order_refund' and new.ref_type = 'order')
    execute function check_waived()`
]
