import { type Kysely, sql } from 'kysely'
import { orderChangeRule, orderSteps } from './0010-store-rules.js'

export async function up(db: Kysely<unknown>): Promise<void> {
  await addMoneyBack(db)
  for (const rule of rules) await sql.raw(rule).execute(db)
}

async function addMoneyBack(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column refunded_amount bigint not null default 0
    check (refunded_amount between 0 and amount)`.execute(db)
  await sql`update orders set refunded_amount = amount where status = 'refunded'`.execute(db)
  await sql`create table order_returns (
    order_no text not null,
    no integer not null check (no >= 1),
    amount bigint not null check (amount <> 0),
    ledger_key text,
    created_at timestamptz not null,
    primary key (order_no, no)
  )`.execute(db)
  await sql`insert into order_returns (order_no, no, amount, ledger_key, created_at)
    select order_no, 1, amount, case when kind = 'coins' then 'order_refund:' || order_no end, refunded_at
    from orders where refunded_at is not null and amount > 0`.execute(db)
  await sql`alter table order_events add column amount bigint`.execute(db)
  await sql`alter table order_events add column dispute_ref text`.execute(db)
  await sql`create index order_events_of_order on order_events (order_no) where order_no is not null`.execute(db)
  await sql`alter table passes add column taken_ms bigint not null default 0 check (taken_ms >= 0)`.execute(db)
  await sql`update passes set taken_ms = (case
      when revoked_at <= starts_at then extract(epoch from ends_at - starts_at) * 1000
      when revoked_at = ends_at then greatest(0, days * 86400000 - extract(epoch from ends_at - starts_at) * 1000)
      else 0 end)::bigint
    from orders where orders.order_no = passes.order_no and passes.revoked_at is not null`.execute(db)
  await sql`drop index ledger_txns_orders`.execute(db)
  await sql`create unique index ledger_txns_orders on ledger_txns (kind, ref_id)
    where ref_type = 'order' and kind in ('topup', 'topup_bonus', 'gift')`.execute(db)
  await sql`create index ledger_txns_order_refunds on ledger_txns (ref_id)
    where ref_type = 'order' and kind = 'order_refund'`.execute(db)
}

/** Limits the debits of all parts to the share of the order whose money is gone. `gone` is SQL for that amount. */
export function orderRefundRule(gone: string): string {
  return `create or replace function check_order_refund() returns trigger language plpgsql as $$
  declare
    order_name text := case tg_table_name when 'orders' then to_jsonb(new) ->> 'order_no' else to_jsonb(new) ->> 'ref_id' end;
    bought orders;
    taken record;
    gone bigint;
  begin
    select * into bought from orders where order_no = order_name;
    select coalesce(sum(amount) filter (where account = 'sys:sales'), 0) as coins,
      coalesce(sum(amount) filter (where account = 'sys:rewards'), 0) as bonus
      into taken from ledger_txns join ledger_entries using (user_id, seq)
      where ref_type = 'order' and ref_id = order_name and kind = 'order_refund';
    gone := ${gone};
    if bought.order_no is null or taken.coins < 0 or taken.bonus < 0
      or taken.coins * bought.amount > bought.coins * gone
      or taken.bonus * bought.amount > (bought.bonus + bought.gift) * gone then
      raise exception 'more is taken back than was given' using errcode = 'check_violation';
    end if;
    return null;
  end $$`
}

export const wonDispute = "(old.status = 'disputed' and new.status in ('refunded', 'paid'))"

const rules: readonly string[] = [
  orderChangeRule(
    'create or replace',
    [...orderSteps, wonDispute],
    [
      {
        broken: 'new.refunded_amount < old.refunded_amount',
        message: 'money that was paid back does not come again'
      }
    ]
  ),
  `create trigger order_returns_kept before update or delete on order_returns
    for each row execute function refuse_order_loss()`,

  orderRefundRule('case when bought.refunded_at is null then bought.refunded_amount else bought.amount end'),
  `create constraint trigger orders_take_back after update of status, refunded_amount on orders
    deferrable initially deferred for each row when (old.paid_at is not null) execute function check_order_refund()`
]
