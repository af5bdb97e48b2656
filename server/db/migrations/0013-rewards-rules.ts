const checking = (name: string, given: 'new' | 'null', body: string) =>
  `create function ${name}() returns trigger language plpgsql as $$
  begin
${body}
    return ${given};
  end $$`

export const rewardRules: readonly string[] = [
  `create function refuse_reward_loss() returns trigger language plpgsql as $$
  begin
    raise exception '% are kept', tg_table_name using errcode = 'restrict_violation';
  end $$`,
  ...['task_states', 'reward_submissions', 'reward_prints', 'operator_log'].flatMap(table => [
    `create trigger ${table}_kept before delete on ${table} for each row execute function refuse_reward_loss()`,
    `create trigger ${table}_never_emptied before truncate on ${table} execute function refuse_reward_loss()`
  ]),
  `create trigger operator_log_append_only before update on operator_log
    for each row execute function refuse_reward_loss()`,

  checking(
    'check_submission_change',
    'new',
    `    if (new.id, new.channel, new.reward_bonus, new.zone, new.created_at) is distinct from
       (old.id, old.channel, old.reward_bonus, old.zone, old.created_at)
      or new.image_id is distinct from old.image_id then
      raise exception 'a submission does not change' using errcode = 'restrict_violation';
    end if;
    if new.status <> old.status and not (
      (old.status = 0 and new.status in (1, 3))
      or (old.status = 1 and new.status = 2 and old.claim_until > new.claimed_at)
      or (old.status = 3 and new.status = 0 and old.appealed_at is null and new.appealed_at is not null)
    ) then
      raise exception 'a submission does not go from % to %', old.status, new.status
        using errcode = 'restrict_violation';
    end if;
    if old.appealed_at is not null and new.appealed_at is distinct from old.appealed_at
      or old.claimed_at is not null and (new.claimed_at, new.paid_to) is distinct from (old.claimed_at, old.paid_to) then
      raise exception 'this happens once' using errcode = 'restrict_violation';
    end if;`
  ),
  `create trigger reward_submissions_go_forward before update on reward_submissions
    for each row execute function check_submission_change()`,
  `create function check_submission_begins() returns trigger language plpgsql as $$
  begin
    if new.status <> 0 or new.appealed_at is not null then
      raise exception 'a submission begins under review' using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,
  `create trigger reward_submissions_begin before insert on reward_submissions
    for each row execute function check_submission_begins()`,

  checking(
    'check_submission_paid',
    'null',
    `    if not exists (
      select 1 from ledger_txns where user_id = new.paid_to and ref_type = 'submission' and ref_id = new.id
        and kind = case new.channel when 'telegram' then 'tg_reward' else 'share_reward' end
        and bonus = new.reward_bonus and coins = 0
    ) then
      raise exception 'a claimed submission was not paid' using errcode = 'check_violation';
    end if;`
  ),
  `create constraint trigger reward_submissions_paid after insert or update of status on reward_submissions
    deferrable initially deferred for each row when (new.status = 2) execute function check_submission_paid()`,
  checking(
    'check_reward_earned',
    'null',
    `    if new.ref_type <> 'submission' or not exists (
      select 1 from reward_submissions where id = new.ref_id and status = 2 and paid_to = new.user_id
        and reward_bonus = new.bonus and (channel = 'telegram') = (new.kind = 'tg_reward')
    ) then
      raise exception 'nobody has approved this reward' using errcode = 'check_violation';
    end if;`
  ),
  `create constraint trigger ledger_txns_rewards_earned after insert on ledger_txns
    deferrable initially deferred for each row when (new.kind in ('share_reward', 'tg_reward'))
    execute function check_reward_earned()`,
  `create unique index ledger_txns_rewards on ledger_txns (ref_id) where kind in ('share_reward', 'tg_reward')`,

  checking(
    'check_task_change',
    'new',
    `    if old.claimed_at is not null and (new.claimed_at, new.paid_to, new.reward_bonus, new.day, new.code)
      is distinct from (old.claimed_at, old.paid_to, old.reward_bonus, old.day, old.code) then
      raise exception 'a task is claimed once' using errcode = 'restrict_violation';
    end if;`
  ),
  `create trigger task_states_claimed_once before update on task_states
    for each row execute function check_task_change()`,
  checking(
    'check_task_paid',
    'null',
    `    if not exists (
      select 1 from ledger_txns where user_id = new.paid_to and kind = 'task' and ref_type = 'task'
        and ref_id = new.day || ':' || new.code and bonus = new.reward_bonus and coins = 0
    ) then
      raise exception 'a claimed task was not paid' using errcode = 'check_violation';
    end if;`
  ),
  `create constraint trigger task_states_paid after insert or update of claimed_at on task_states
    deferrable initially deferred for each row when (new.claimed_at is not null) execute function check_task_paid()`,
  checking(
    'check_task_done',
    'null',
    `    if new.ref_type <> 'task' or not exists (
      select 1 from task_states where user_id = new.user_id and claimed_at is not null and paid_to = new.user_id
        and day || ':' || code = new.ref_id and reward_bonus = new.bonus
    ) then
      raise exception 'nobody has done this task' using errcode = 'check_violation';
    end if;`
  ),
  `create constraint trigger ledger_txns_tasks_done after insert on ledger_txns
    deferrable initially deferred for each row when (new.kind = 'task') execute function check_task_done()`,
  `create unique index ledger_txns_tasks on ledger_txns (user_id, ref_id) where kind = 'task'`
]
