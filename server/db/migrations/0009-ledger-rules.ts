/** Rules that the database enforces against every writer. Sums and balances are checked when a transaction commits. */
export const ledgerRules: readonly string[] = [
  `create function refuse_ledger_change() returns trigger language plpgsql as $$
  begin
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end $$`,
  ...['ledger_txns', 'ledger_entries', 'idempotent_answers'].flatMap(table => [
    `create trigger ${table}_append_only before update or delete on ${table}
      for each row execute function refuse_ledger_change()`,
    `create trigger ${table}_never_emptied before truncate on ${table} execute function refuse_ledger_change()`
  ]),
  `create trigger bonus_lots_kept before delete on bonus_lots for each row execute function refuse_ledger_change()`,
  `create trigger bonus_lots_never_emptied before truncate on bonus_lots execute function refuse_ledger_change()`,

  `create function check_ledger_txn() returns trigger language plpgsql as $$
  declare
    txn ledger_txns;
    prior ledger_txns;
    lines record;
  begin
    select * into strict txn from ledger_txns where user_id = new.user_id and seq = new.seq;
    select * into prior from ledger_txns where user_id = new.user_id and seq = new.seq - 1;
    select count(*) as count, coalesce(sum(amount), 0) as total,
      coalesce(sum(amount) filter (where account = 'user:' || new.user_id || ':coins'), 0) as coins,
      coalesce(sum(amount) filter (where starts_with(account, 'user:' || new.user_id || ':bonus:')), 0) as bonus
      into lines from ledger_entries where user_id = new.user_id and seq = new.seq;
    if lines.total <> 0 then
      raise exception 'entries do not sum to zero' using errcode = 'check_violation';
    end if;
    if lines.count <> txn.entry_count or lines.coins <> txn.coins or lines.bonus <> txn.bonus then
      raise exception 'entries are not those of the transaction' using errcode = 'check_violation';
    end if;
    if (prior.seq is null) <> (txn.seq = 1) or txn.prev_hash <> coalesce(prior.hash, repeat('0', 64)) then
      raise exception 'the chain is broken' using errcode = 'check_violation';
    end if;
    if txn.coins_after <> coalesce(prior.coins_after, 0) + txn.coins
      or txn.bonus_after <> coalesce(prior.bonus_after, 0) + txn.bonus then
      raise exception 'the balance does not follow from the one before' using errcode = 'check_violation';
    end if;
    return null;
  end $$`,
  ...['ledger_txns', 'ledger_entries'].map(
    table => `create constraint trigger ${table}_balanced after insert on ${table}
      deferrable initially deferred for each row execute function check_ledger_txn()`
  ),

  `create function check_user_balance() returns trigger language plpgsql as $$
  declare
    owner text := case tg_table_name when 'users' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'user_id' end;
    last ledger_txns;
    balance record;
  begin
    select coins, bonus into balance from users where id = owner;
    select * into last from ledger_txns where user_id = owner order by seq desc limit 1;
    if balance.coins is distinct from coalesce(last.coins_after, 0)
      or balance.bonus is distinct from coalesce(last.bonus_after, 0) then
      raise exception 'the balance is not that of the ledger' using errcode = 'check_violation';
    end if;
    return null;
  end $$`,
  `create constraint trigger users_balance_of_ledger after update of coins, bonus on users
    deferrable initially deferred for each row execute function check_user_balance()`,
  `create constraint trigger users_begin_empty after insert on users
    deferrable initially deferred for each row when (new.coins <> 0 or new.bonus <> 0)
    execute function check_user_balance()`,
  `create constraint trigger ledger_txns_reach_user after insert on ledger_txns
    deferrable initially deferred for each row execute function check_user_balance()`,

  `create function check_bonus_lot() returns trigger language plpgsql as $$
  declare
    name text := case tg_table_name when 'bonus_lots' then to_jsonb(new) ->> 'id'
      else split_part(to_jsonb(new) ->> 'account', ':', 4) end;
    left_over bigint;
    total bigint;
  begin
    select remaining into left_over from bonus_lots where user_id = new.user_id and id::text = name;
    select coalesce(sum(amount), 0) into total from ledger_entries
      where user_id = new.user_id and account = 'user:' || new.user_id || ':bonus:' || name;
    if left_over is distinct from total then
      raise exception 'a lot is not what its entries leave' using errcode = 'check_violation';
    end if;
    return null;
  end $$`,
  `create constraint trigger bonus_lots_of_ledger after insert or update on bonus_lots
    deferrable initially deferred for each row execute function check_bonus_lot()`,
  `create constraint trigger ledger_entries_reach_lots after insert on ledger_entries
    deferrable initially deferred for each row when (new.account like 'user:%:bonus:%')
    execute function check_bonus_lot()`,

  `create function check_unlock_paid() returns trigger language plpgsql as $$
  declare
    payment bigint := case tg_table_name when 'unlocks' then (to_jsonb(new) ->> 'ledger_seq')::bigint
      else (to_jsonb(new) ->> 'seq')::bigint end;
    paid record;
    taken record;
  begin
    if payment is null then return null; end if;
    select coins, bonus, kind into taken from ledger_txns where user_id = new.user_id and seq = payment;
    select coalesce(sum(coins_paid), 0) as coins, coalesce(sum(bonus_paid), 0) as bonus into paid
      from unlocks where user_id = new.user_id and ledger_seq = payment;
    if taken.kind <> 'unlock' or paid.coins <> -taken.coins or paid.bonus <> -taken.bonus then
      raise exception 'unlocks are not what was paid for' using errcode = 'check_violation';
    end if;
    return null;
  end $$`,
  `create constraint trigger unlocks_are_paid after insert or update of ledger_seq, coins_paid, bonus_paid on unlocks
    deferrable initially deferred for each row execute function check_unlock_paid()`,
  `create constraint trigger ledger_txns_have_unlocks after insert on ledger_txns
    deferrable initially deferred for each row when (new.kind = 'unlock') execute function check_unlock_paid()`,

  `create function check_unlock_refund() returns trigger language plpgsql as $$
  begin
    if not exists (
      select 1 from unlocks where user_id = new.user_id and ledger_seq::text = split_part(new.ref_id, ':', 1)
        and episode_id = split_part(new.ref_id, ':', 2) and refunded_at is not null
        and coins_paid = new.coins and bonus_paid = new.bonus
    ) then
      raise exception 'what is given back is not what was paid' using errcode = 'check_violation';
    end if;
    return null;
  end $$`,
  `create constraint trigger ledger_txns_refund_unlocks after insert on ledger_txns
    deferrable initially deferred for each row when (new.kind = 'unlock_refund') execute function check_unlock_refund()`
]
