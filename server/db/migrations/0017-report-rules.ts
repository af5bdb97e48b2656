export const reportRules: readonly string[] = [
  `create function report_visit() returns trigger language plpgsql as $$
  begin
    insert into report_facts (lpid, at, kind) values (new.lpid, new.created_at,
      case when exists (
        select 1 from visits where user_id = new.user_id and lpid = new.lpid and id <> new.id
      ) then 'visit' else 'first_visit' end);
    return null;
  end $$`,
  `create trigger visits_reported after insert on visits
    for each row when (new.lpid is not null) execute function report_visit()`,

  `create function report_order() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into report_facts (lpid, at, kind, drama_id, episode_no, currency, is_test) values (new.lpid, new.created_at,
        'checkout', coalesce(new.drama_id, ''), coalesce(new.episode_no, 0), new.currency, new.is_test);
    elsif old.paid_at is not null then
      return null;
    end if;
    if new.paid_at is not null then
      insert into report_facts (lpid, at, kind, drama_id, episode_no, currency, is_test, coins, amount)
        values (new.lpid, new.paid_at, 'purchase', coalesce(new.drama_id, ''), coalesce(new.episode_no, 0),
          new.currency, new.is_test, new.coins, new.amount);
    end if;
    return null;
  end $$`,
  `create trigger orders_reported after insert or update of paid_at on orders
    for each row when (new.lpid is not null) execute function report_order()`,

  `create function report_return() returns trigger language plpgsql as $$
  begin
    insert into report_facts (lpid, at, kind, drama_id, episode_no, currency, is_test, amount)
      select lpid, new.created_at, 'refund', coalesce(drama_id, ''), coalesce(episode_no, 0), currency, is_test, new.amount
      from orders where order_no = new.order_no and lpid is not null;
    return null;
  end $$`,
  `create trigger order_returns_reported after insert on order_returns
    for each row execute function report_return()`,

  // Unlocks that a merge copies have no `ledger_seq`: they were counted for the visitor.
  `create function report_unlock() returns trigger language plpgsql as $$
  begin
    insert into report_facts (lpid, at, kind, drama_id, episode_no, coins)
      values (new.lpid, new.created_at, 'unlock', new.drama_id, new.episode_no, new.coins_paid + new.bonus_paid);
    return null;
  end $$`,
  `create trigger unlocks_reported after insert on unlocks
    for each row when (new.lpid is not null and new.ledger_seq is not null) execute function report_unlock()`,
  `create trigger unlocks_reported_again after update of ledger_seq on unlocks
    for each row when (new.lpid is not null and new.ledger_seq is not null and new.ledger_seq is distinct from old.ledger_seq)
    execute function report_unlock()`,

  `insert into report_facts (lpid, at, kind)
    select lpid, created_at, case row_number() over (partition by user_id, lpid order by created_at, id)
      when 1 then 'first_visit' else 'visit' end
    from visits where lpid is not null`,
  `insert into report_facts (lpid, at, kind, currency, is_test)
    select lpid, created_at, 'checkout', currency, is_test from orders where lpid is not null`,
  `insert into report_facts (lpid, at, kind, currency, is_test, coins, amount)
    select lpid, paid_at, 'purchase', currency, is_test, coins, amount
    from orders where lpid is not null and paid_at is not null`,
  `insert into report_facts (lpid, at, kind, currency, is_test, amount)
    select lpid, order_returns.created_at, 'refund', currency, is_test, order_returns.amount
    from order_returns join orders using (order_no) where lpid is not null`,
  `insert into report_facts (lpid, at, kind, drama_id, episode_no, coins)
    select lpid, created_at, 'unlock', drama_id, episode_no, coins_paid + bonus_paid
    from unlocks where lpid is not null and ledger_seq is not null`
]
