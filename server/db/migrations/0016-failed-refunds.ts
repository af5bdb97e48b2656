import { type Kysely, sql } from 'kysely'
import { orderChangeRule, orderSteps } from './0010-store-rules.js'
import { orderRefundRule, wonDispute } from './0014-partial-refunds.js'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_events add column refund_ref text`.execute(db)
  await sql`alter table orders add column disputed_amount bigint
    check (disputed_amount between 0 and amount)`.execute(db)
  // Adds an event for each earlier refund, because our own refunds had none. Without amount and name it counts in full
  // until a refund fails.
  await sql`insert into order_events (provider, event_id, order_no, payment_ref, outcome, result, received_at)
    select provider, 'refund:' || order_no || ':1', order_no, payment_ref, 'refunded', 'refunded', refunded_at
    from orders where status = 'refunded'`.execute(db)
  for (const rule of rules) await sql.raw(rule).execute(db)
}

const failedRefund = "(old.status = 'refunded' and new.status in ('paid', 'disputed'))"

const rules: readonly string[] = [
  orderChangeRule('create or replace', [...orderSteps, wonDispute, failedRefund]),

  `create function check_refund_failed() returns trigger language plpgsql as $$
  declare
    failed bigint;
  begin
    select coalesce(sum(amount), 0) into failed from (
      select max(coalesce(amount, new.amount)) as amount from order_events
      where provider = new.provider and outcome = 'refund_failed' and result <> 'mismatch'
        and (order_no = new.order_no or (order_no is null and payment_ref = new.payment_ref))
      group by refund_ref
    ) refunds;
    if old.refunded_amount - new.refunded_amount > failed then
      raise exception 'money that was paid back does not come again' using errcode = 'restrict_violation';
    end if;
    return null;
  end $$`,
  `create constraint trigger orders_money_stays_back after update of refunded_amount on orders
    deferrable initially deferred for each row when (new.refunded_amount < old.refunded_amount)
    execute function check_refund_failed()`,

  orderRefundRule(`case bought.status when 'refunded' then bought.amount
      when 'disputed' then least(bought.amount, bought.refunded_amount + coalesce(bought.disputed_amount, bought.amount))
      else bought.refunded_amount end`),
  'drop trigger orders_take_back on orders',
  `create constraint trigger orders_take_back after update of status, refunded_amount, disputed_amount on orders
    deferrable initially deferred for each row when (old.paid_at is not null) execute function check_order_refund()`
]
