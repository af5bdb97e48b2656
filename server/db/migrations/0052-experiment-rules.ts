export const experimentRules: readonly string[] = [
  `create function check_experiment() returns trigger language plpgsql as $$
  declare
    variants record;
  begin
    if tg_op = 'DELETE' then
      if old.status <> 'draft' then
        raise exception 'only a draft of an experiment is deleted' using errcode = 'restrict_violation';
      end if;
      return old;
    end if;
    if old.status <> 'draft' and (old.id, old.lpid, old.goal, old.started_at) is distinct from
      (new.id, new.lpid, new.goal, new.started_at) then
      raise exception 'an experiment does not change after its start' using errcode = 'restrict_violation';
    end if;
    if (old.status = 'ended' and new.status <> 'ended') or (old.status = 'running' and new.status = 'draft')
      or (old.status = 'draft' and new.status = 'ended') then
      raise exception 'an experiment is not started again' using errcode = 'restrict_violation';
    end if;
    if old.status = 'draft' and new.status = 'running' then
      select count(*) as total, sum(share) as share, max(no) as last into variants
        from experiment_variants where experiment_id = new.id;
      if variants.total < 2 or variants.share <> 100 or variants.last <> variants.total then
        raise exception 'an experiment has two to four variants with shares of 100' using errcode = 'check_violation';
      end if;
    end if;
    return new;
  end $$`,
  `create trigger experiments_checked before update or delete on experiments
    for each row execute function check_experiment()`,

  `create function check_experiment_variant() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from experiments where id = coalesce(new.experiment_id, old.experiment_id) and status <> 'draft') then
      raise exception 'variants do not change after the start' using errcode = 'restrict_violation';
    end if;
    return coalesce(new, old);
  end $$`,
  `create trigger experiment_variants_checked before insert or update or delete on experiment_variants
    for each row execute function check_experiment_variant()`,

  // The running experiment is kept in memory with its campaign.
  `create constraint trigger content_edited after update on experiments deferrable initially deferred
    for each row when (old.status is distinct from new.status) execute function change_content_version()`,

  // What the viewer sees of the campaign: the variant of a preview, else the assigned one.
  `create function find_viewer_variant(viewer text, campaign text, moment timestamptz)
    returns table (free_episodes_override integer, offer_id text) language sql stable as $$
    select variants.free_episodes_override, variants.offer_id
    from (
      select 1 as rank, previews.experiment_id, previews.variant_no
      from experiment_previews previews
      join experiments on experiments.id = previews.experiment_id and experiments.lpid = campaign
      where previews.user_id = viewer and previews.until > moment
      union all
      select 2, assigned.experiment_id, assigned.variant_no
      from experiments
      join experiment_assignments assigned on assigned.experiment_id = experiments.id and assigned.user_id = viewer
      where experiments.lpid = campaign and experiments.status = 'running'
    ) chosen
    join experiment_variants variants on variants.experiment_id = chosen.experiment_id and variants.no = chosen.variant_no
    order by rank limit 1
  $$`,

  `create function count_experiment_order() returns trigger language plpgsql as $$
  declare
    is_paid boolean := new.paid_at is not null and (tg_op = 'INSERT' or old.paid_at is null);
    counted record;
  begin
    if tg_op = 'UPDATE' and not is_paid then
      return null;
    end if;
    update experiment_assignments assigned
      set checkouts = checkouts + (tg_op = 'INSERT')::integer, purchases = purchases + is_paid::integer
      from experiments
      where experiments.lpid = new.lpid and experiments.status = 'running' and assigned.experiment_id = experiments.id
        and assigned.user_id = new.user_id and not assigned.is_test
      returning assigned.experiment_id, assigned.variant_no into counted;
    if counted.experiment_id is not null and is_paid then
      insert into experiment_money as money (experiment_id, user_id, currency, variant_no, revenue)
        values (counted.experiment_id, new.user_id, new.currency, counted.variant_no, new.amount)
        on conflict (experiment_id, user_id, currency) do update set revenue = money.revenue + excluded.revenue;
    end if;
    return null;
  end $$`,
  `create trigger orders_counted_in_experiment after insert or update of paid_at on orders
    for each row when (new.lpid is not null and not new.is_test) execute function count_experiment_order()`,

  `create function count_experiment_return() returns trigger language plpgsql as $$
  begin
    insert into experiment_money as money (experiment_id, user_id, currency, variant_no, refunds, refunded)
      select assigned.experiment_id, assigned.user_id, orders.currency, assigned.variant_no,
        (new.amount > 0)::integer, new.amount
      from orders
      join experiments on experiments.lpid = orders.lpid and experiments.status = 'running'
      join experiment_assignments assigned
        on assigned.experiment_id = experiments.id and assigned.user_id = orders.user_id and not assigned.is_test
      where orders.order_no = new.order_no and not orders.is_test
      on conflict (experiment_id, user_id, currency) do update
        set refunds = money.refunds + excluded.refunds, refunded = money.refunded + excluded.refunded;
    return null;
  end $$`,
  `create trigger order_returns_counted_in_experiment after insert on order_returns
    for each row execute function count_experiment_return()`
]
