export const todayRules: readonly string[] = [
  `create or replace function report_visit() returns trigger language plpgsql as $$
  begin
    insert into report_facts (lpid, at, is_test, kind, utm_source, country)
      values (coalesce(new.lpid, '(none)'), new.created_at, new.is_test,
        case when exists (
          select 1 from visits
          where user_id = new.user_id and (new.lpid is null or lpid = new.lpid) and id <> new.id
            and (new.is_test or not is_test)
        ) then 'visit' else 'first_visit' end, new.utm_source, case when new.lpid is null then '' else new.country end);
    return null;
  end $$`,
  `drop trigger visits_reported on visits`,
  `create trigger visits_reported after insert on visits for each row execute function report_visit()`,

  `create or replace function report_order() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into report_facts (lpid, at, kind, drama_id, episode_no, currency, is_test, utm_source, country)
        values (coalesce(new.lpid, '(none)'), new.created_at, 'checkout', coalesce(new.drama_id, ''),
          coalesce(new.episode_no, 0), new.currency, new.is_test, new.utm_source, new.country);
    elsif old.paid_at is not null then
      return null;
    end if;
    if new.paid_at is not null then
      insert into report_facts (lpid, at, kind, drama_id, episode_no, currency, is_test, coins, amount, utm_source, country)
        values (coalesce(new.lpid, '(none)'), new.paid_at, 'purchase', coalesce(new.drama_id, ''),
          coalesce(new.episode_no, 0), new.currency, new.is_test, new.coins, new.amount, new.utm_source, new.country);
    end if;
    return null;
  end $$`,
  `drop trigger orders_reported on orders`,
  `create trigger orders_reported after insert or update of paid_at on orders
    for each row execute function report_order()`,

  `create or replace function report_return() returns trigger language plpgsql as $$
  begin
    insert into report_facts (lpid, at, kind, drama_id, episode_no, currency, is_test, amount, utm_source, country)
      select coalesce(lpid, '(none)'), new.created_at, 'refund', coalesce(drama_id, ''), coalesce(episode_no, 0),
        currency, is_test, new.amount, utm_source, country
      from orders where order_no = new.order_no;
    return null;
  end $$`,

  `create or replace function report_unlock() returns trigger language plpgsql as $$
  begin
    insert into report_facts (lpid, at, kind, drama_id, episode_no, is_test, coins, utm_source, country)
      select coalesce(new.lpid, '(none)'), new.created_at, 'unlock', new.drama_id, new.episode_no, new.is_test_visit,
        new.coins_paid + new.bonus_paid, coalesce(max(utm_source), ''), coalesce(max(country), '')
      from find_credited_source(new.user_id, new.lpid, new.created_at);
    return null;
  end $$`,
  `drop trigger unlocks_reported on unlocks`,
  `create trigger unlocks_reported after insert on unlocks
    for each row when (new.ledger_seq is not null) execute function report_unlock()`,
  `drop trigger unlocks_reported_again on unlocks`,
  `create trigger unlocks_reported_again after update of ledger_seq on unlocks
    for each row when (new.ledger_seq is not null and new.ledger_seq is distinct from old.ledger_seq)
    execute function report_unlock()`
]
