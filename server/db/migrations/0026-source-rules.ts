/** A campaign may get 100 new names a day, and has at most 1,000 that brought a visit within 30 days. */
const MAX_NEW_NAMES = 100
const MAX_NAMES = 1_000
const NAME_DAYS = 30

export const sourceRules: readonly string[] = [
  // The latest visit within the attribution window, otherwise the first one.
  `create function find_credited_source(viewer text, campaign text, moment timestamptz)
    returns table (utm_source text, country text) language sql stable as $$
    select visits.utm_source, visits.country from visits
    where visits.user_id = viewer and visits.lpid = campaign and visits.created_at <= moment
    order by case when visits.created_at > moment - make_interval(days => coalesce(
        (select attribution_window_days from campaigns where campaigns.lpid = campaign), 7
      )) then visits.created_at end desc nulls last, visits.created_at, visits.id
    limit 1
  $$`,

  // Consent may come after the visit: its source is then added to the counted visit, once.
  `create function report_late_source() returns trigger language plpgsql as $$
  begin
    insert into report_facts (lpid, at, is_test, kind, utm_source, country) values (new.lpid, new.created_at, new.is_test,
      case when exists (
        select 1 from visits where user_id = new.user_id and lpid = new.lpid
          and (created_at, id) < (new.created_at, new.id) and (new.is_test or not is_test)
      ) then 'late_visit' else 'late_first_visit' end, new.utm_source, new.country);
    return null;
  end $$`,
  `create trigger visits_source_reported after update of utm_source, country on visits
    for each row when (new.lpid is not null and new.source_counted and not old.source_counted)
    execute function report_late_source()`,

  // Names of the past: the most frequent ones of each campaign remain.
  `update visits set utm_source = left(lower(btrim(coalesce(utm ->> 'source',
      substring(landing_url from '[?&]utm_source=([A-Za-z0-9._~-]+)(&|#|$)'), ''))), 64)
    where lpid is not null and (utm ->> 'source' <> '' or landing_url like '%utm_source=%')`,
  `insert into utm_sources (lpid, utm_source, first_day, last_day)
    select lpid, utm_source, (first_at at time zone 'UTC')::date, (last_at at time zone 'UTC')::date from (
      select *, row_number() over (partition by lpid order by visit_count desc, utm_source) as rank from (
        select lpid, utm_source, count(*) as visit_count, min(created_at) as first_at, max(created_at) as last_at
        from visits where utm_source <> '' group by lpid, utm_source
      ) names
    ) ranked where rank <= ${MAX_NAMES}`,
  `update visits set source_counted = true, utm_source = coalesce((
      select utm_source from utm_sources names where names.lpid = visits.lpid and names.utm_source = visits.utm_source
    ), '(other)') where utm_source <> ''`,

  `create function limit_utm_source() returns trigger language plpgsql as $$
  declare
    today date := (new.created_at at time zone 'UTC')::date;
  begin
    if new.lpid is null then
      new.utm_source := '';
    elsif new.utm_source not in ('', '(other)') and not exists (
      select 1 from utm_sources where lpid = new.lpid and utm_source = new.utm_source and last_day >= today
    ) then
      update utm_sources set last_day = today
        where lpid = new.lpid and utm_source = new.utm_source and last_day > today - ${NAME_DAYS};
      if not found then
        if (select count(*) from utm_sources where lpid = new.lpid and first_day = today) < ${MAX_NEW_NAMES}
          and (select count(*) from utm_sources where lpid = new.lpid and last_day > today - ${NAME_DAYS}) < ${MAX_NAMES} then
          insert into utm_sources (lpid, utm_source, first_day, last_day)
            values (new.lpid, new.utm_source, today, today)
            on conflict (lpid, utm_source) do update set first_day = excluded.first_day, last_day = excluded.last_day;
        else
          new.utm_source := '(other)';
        end if;
      end if;
    end if;
    new.source_counted := new.source_counted or new.utm_source <> '' or new.country <> '';
    return new;
  end $$`,
  `create trigger visits_source_limited before insert or update of utm_source, country on visits
    for each row execute function limit_utm_source()`,

  `create or replace function report_visit() returns trigger language plpgsql as $$
  begin
    insert into report_facts (lpid, at, is_test, kind, utm_source, country) values (new.lpid, new.created_at, new.is_test,
      case when exists (
        select 1 from visits
        where user_id = new.user_id and lpid = new.lpid and id <> new.id and (new.is_test or not is_test)
      ) then 'visit' else 'first_visit' end, new.utm_source, new.country);
    return null;
  end $$`,

  `create function set_order_source() returns trigger language plpgsql as $$
  declare
    source record;
  begin
    select * into source from find_credited_source(new.user_id, new.lpid, new.created_at);
    new.utm_source := coalesce(source.utm_source, '');
    new.country := coalesce(source.country, '');
    return new;
  end $$`,
  `create trigger orders_with_source before insert on orders
    for each row when (new.lpid is not null) execute function set_order_source()`,
  `create or replace function report_order() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into report_facts (lpid, at, kind, drama_id, episode_no, currency, is_test, utm_source, country)
        values (new.lpid, new.created_at, 'checkout', coalesce(new.drama_id, ''), coalesce(new.episode_no, 0),
          new.currency, new.is_test, new.utm_source, new.country);
    elsif old.paid_at is not null then
      return null;
    end if;
    if new.paid_at is not null then
      insert into report_facts (lpid, at, kind, drama_id, episode_no, currency, is_test, coins, amount, utm_source, country)
        values (new.lpid, new.paid_at, 'purchase', coalesce(new.drama_id, ''), coalesce(new.episode_no, 0),
          new.currency, new.is_test, new.coins, new.amount, new.utm_source, new.country);
    end if;
    return null;
  end $$`,
  `create or replace function report_return() returns trigger language plpgsql as $$
  begin
    insert into report_facts (lpid, at, kind, drama_id, episode_no, currency, is_test, amount, utm_source, country)
      select lpid, new.created_at, 'refund', coalesce(drama_id, ''), coalesce(episode_no, 0), currency, is_test,
        new.amount, utm_source, country
      from orders where order_no = new.order_no and lpid is not null;
    return null;
  end $$`,
  `create or replace function report_unlock() returns trigger language plpgsql as $$
  begin
    insert into report_facts (lpid, at, kind, drama_id, episode_no, is_test, coins, utm_source, country)
      select new.lpid, new.created_at, 'unlock', new.drama_id, new.episode_no, new.is_test_visit,
        new.coins_paid + new.bonus_paid, coalesce(max(utm_source), ''), coalesce(max(country), '')
      from find_credited_source(new.user_id, new.lpid, new.created_at);
    return null;
  end $$`,

  // Orders, refunds and unlocks of the past are in the rollups already: this adds their source.
  `update orders set utm_source = source.utm_source
    from (
      select order_no, found.utm_source from orders past
      cross join lateral find_credited_source(past.user_id, past.lpid, past.created_at) found
      where past.lpid is not null
    ) source where source.order_no = orders.order_no and source.utm_source <> ''`,
  `insert into report_facts (lpid, at, kind, drama_id, episode_no, currency, is_test, coins, amount, utm_source)
    select lpid, created_at, 'late_checkout', coalesce(drama_id, ''), coalesce(episode_no, 0), currency, is_test, 0, 0,
      utm_source from orders where utm_source <> ''
    union all
    select lpid, paid_at, 'late_purchase', coalesce(drama_id, ''), coalesce(episode_no, 0), currency, is_test, coins,
      amount, utm_source from orders where utm_source <> '' and paid_at is not null
    union all
    select lpid, order_returns.created_at, 'late_refund', coalesce(drama_id, ''), coalesce(episode_no, 0), currency,
      is_test, 0, order_returns.amount, utm_source from order_returns join orders using (order_no) where utm_source <> ''
    union all
    select unlocks.lpid, unlocks.created_at, 'late_unlock', drama_id, episode_no, '', false, coins_paid + bonus_paid, 0,
      source.utm_source
    from unlocks cross join lateral find_credited_source(unlocks.user_id, unlocks.lpid, unlocks.created_at) source
    where unlocks.lpid is not null and ledger_seq is not null and source.utm_source <> ''`
]
