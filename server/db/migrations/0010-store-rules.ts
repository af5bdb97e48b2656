interface Keeping {
  broken: string
  message: string
}

/** Refuses changes of an order's contents and amounts. `steps` are SQL conditions of the allowed status changes. */
export function orderChangeRule(create: 'create' | 'create or replace', steps: string[], more: Keeping[] = []): string {
  const refusals = more.map(
    ({ broken, message }) => `
    if ${broken} then
      raise exception '${message}' using errcode = 'restrict_violation';
    end if;`
  )
  return `${create} function check_order_change() returns trigger language plpgsql as $$
  begin
    if (new.order_no, new.event_id, new.product_id, new.kind, new.coins, new.bonus, new.amount, new.currency, new.provider,
        new.is_test) is distinct from
       (old.order_no, old.event_id, old.product_id, old.kind, old.coins, old.bonus, old.amount, old.currency, old.provider,
        old.is_test) or new.days is distinct from old.days then
      raise exception 'an order does not change' using errcode = 'restrict_violation';
    end if;
    if new.status <> old.status and not (
      ${steps.join('\n      or ')}
    ) then
      raise exception 'an order does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
    end if;
    if old.paid_at is not null and (new.paid_at is distinct from old.paid_at or new.gift <> old.gift) then
      raise exception 'an order is paid once' using errcode = 'restrict_violation';
    end if;${refusals.join('')}
    return new;
  end $$`
}

export const orderSteps = [
  "(old.status = 'created' and new.status in ('pending', 'paid', 'failed', 'closed'))",
  "(old.status = 'pending' and new.status in ('paid', 'failed', 'closed'))",
  "(old.status in ('failed', 'closed') and new.status = 'paid')",
  "(old.status = 'paid' and new.status in ('refunded', 'disputed'))"
]

export const storeRules: readonly string[] = [
  orderChangeRule('create', orderSteps),
  `create trigger orders_go_forward before update on orders for each row execute function check_order_change()`,
  `create function refuse_order_loss() returns trigger language plpgsql as $$
  begin
    raise exception '% are kept', tg_table_name using errcode = 'restrict_violation';
  end $$`,
  `create trigger orders_kept before delete on orders for each row execute function refuse_order_loss()`,
  `create trigger orders_never_emptied before truncate on orders execute function refuse_order_loss()`,
  `create trigger order_events_kept before update or delete on order_events
    for each row execute function refuse_order_loss()`,

  `create function check_order_given() returns trigger language plpgsql as $$
  declare
    bought orders;
    given record;
  begin
    select * into bought from orders where order_no = new.order_no;
    if bought.paid_at is null then return null; end if;
    select coalesce(sum(coins) filter (where kind = 'topup'), 0) as coins,
      coalesce(sum(bonus) filter (where kind = 'topup_bonus'), 0) as bonus,
      coalesce(sum(bonus) filter (where kind = 'gift'), 0) as gift
      into given from ledger_txns where ref_type = 'order' and ref_id = new.order_no
        and kind in ('topup', 'topup_bonus', 'gift');
    if given.coins <> bought.coins or given.bonus <> bought.bonus or given.gift <> bought.gift
      or (bought.kind <> 'coins') <> exists (select 1 from passes where order_no = new.order_no) then
      raise exception 'a paid order has not given what was bought' using errcode = 'check_violation';
    end if;
    return null;
  end $$`,
  `create constraint trigger orders_give after insert or update of status on orders
    deferrable initially deferred for each row execute function check_order_given()`,
  `create function check_grant_paid() returns trigger language plpgsql as $$
  declare
    paid_order orders;
  begin
    select * into paid_order from orders where order_no = new.ref_id;
    if paid_order.paid_at is null or paid_order.coins + paid_order.bonus + paid_order.gift < new.coins + new.bonus then
      raise exception 'nobody has paid for this' using errcode = 'check_violation';
    end if;
    return null;
  end $$`,
  `create constraint trigger ledger_txns_topups_paid after insert on ledger_txns
    deferrable initially deferred for each row
    when (new.kind in ('topup', 'topup_bonus') or (new.kind = 'gift' and new.ref_type = 'order'))
    execute function check_grant_paid()`,

  `create function check_order_refund() returns trigger language plpgsql as $$
  declare
    returned orders;
    owed bigint;
  begin
    select * into returned from orders where order_no = new.ref_id;
    select coalesce(sum(amount), 0) into owed from ledger_entries
      where user_id = new.user_id and seq = new.seq and account = 'user:' || new.user_id || ':debt';
    if returned.refunded_at is null or -(new.coins + new.bonus + owed) > returned.coins + returned.bonus + returned.gift then
      raise exception 'more is taken back than was given' using errcode = 'check_violation';
    end if;
    return null;
  end $$`,
  `create constraint trigger ledger_txns_take_back after insert on ledger_txns
    deferrable initially deferred for each row when (new.kind = 'order_refund' and new.ref_type = 'order')
    execute function check_order_refund()`,

  `create function check_user_debt() returns trigger language plpgsql as $$
  declare
    owner text := case tg_table_name when 'users' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'user_id' end;
    owed bigint;
    total bigint;
  begin
    select debt into owed from users where id = owner;
    select coalesce(sum(amount), 0) into total from ledger_entries
      where user_id = owner and account = 'user:' || owner || ':debt';
    if owed is distinct from -total then
      raise exception 'the debt is not that of the ledger' using errcode = 'check_violation';
    end if;
    return null;
  end $$`,
  `create constraint trigger users_debt_of_ledger after update of debt on users
    deferrable initially deferred for each row execute function check_user_debt()`,
  `create constraint trigger users_begin_without_debt after insert on users
    deferrable initially deferred for each row when (new.debt <> 0) execute function check_user_debt()`,
  `create constraint trigger ledger_entries_reach_debt after insert on ledger_entries
    deferrable initially deferred for each row when (new.account like 'user:%:debt')
    execute function check_user_debt()`,
  `create function refuse_spending_of_debtor() returns trigger language plpgsql as $$
  begin
    if (select debt from users where id = new.user_id) > 0 then
      raise exception 'who owes coins does not spend any' using errcode = 'check_violation';
    end if;
    return null;
  end $$`,
  `create trigger ledger_txns_no_debtor after insert on ledger_txns
    for each row when (new.kind = 'unlock') execute function refuse_spending_of_debtor()`
]
