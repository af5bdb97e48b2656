// Audits a whole database in SQL; shares only the check of the hash chain with the ledger.
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../server/db/schema/schema.js'
import { verifyChain } from '../../../server/modules/ledger/verify.js'

/** Each query returns one row per violation. */
const checks: Record<string, string> = {
  'all entries of the house and of users sum to zero': `select sum(amount) from ledger_entries having sum(amount) <> 0`,
  'the entries of a transaction sum to zero': `select user_id, seq from ledger_entries group by user_id, seq
    having sum(amount) <> 0`,
  'every transaction has its entries': `select user_id, seq from ledger_txns txn where entry_count <>
    (select count(*) from ledger_entries entry where entry.user_id = txn.user_id and entry.seq = txn.seq)`,
  'coins are the sum of their entries': `select id, coins from users where coins <> (
    select coalesce(sum(amount), 0) from ledger_entries where user_id = id and account = 'user:' || id || ':coins')`,
  'bonus is the sum of its entries': `select id, bonus from users where bonus <> (
    select coalesce(sum(amount), 0) from ledger_entries
    where user_id = id and starts_with(account, 'user:' || id || ':bonus:'))`,
  'bonus is what is left in lots': `select id, bonus from users
    where bonus <> (select coalesce(sum(remaining), 0) from bonus_lots where user_id = users.id)`,
  'no balance is below zero': `select id, coins, bonus from users where coins < 0 or bonus < 0`,
  'what is owed is what its entries say': `select id, debt from users where debt <> (
    select coalesce(-sum(amount), 0) from ledger_entries where user_id = id and account = 'user:' || id || ':debt')`,
  'unlocks are what was paid for them': `select user_id, seq from ledger_txns txn
    where kind = 'unlock' and -(coins + bonus) <> (select coalesce(sum(paid), 0) from (
      select coins_paid + bonus_paid as paid from unlocks
        where unlocks.user_id = txn.user_id and ledger_seq = txn.seq
      union all
      select refund.coins + refund.bonus from ledger_txns refund
        where refund.user_id = txn.user_id and refund.kind = 'unlock_refund'
        and split_part(refund.ref_id, ':', 1) = txn.seq::text and not exists (
          select 1 from unlocks where unlocks.user_id = refund.user_id and ledger_seq = txn.seq
          and episode_id = split_part(refund.ref_id, ':', 2))
    ) as parts)`,
  'no unlock is without its payment': `select user_id, episode_id from unlocks
    where ledger_seq is null and coins_paid + bonus_paid > 0
    and not exists (select 1 from account_merges where account_merges.user_id = unlocks.user_id)`,
  'what is waived is part of what is reversed, and of what refunds waived': `select ref_id from (
      select ref_id, coalesce(sum(amount) filter (where account = 'sys:sales'), 0) as coins,
        coalesce(sum(amount) filter (where account = 'sys:rewards'), 0) as bonus,
        coalesce(-sum(amount) filter (where account = 'sys:waived_coins'), 0) as waived_coins,
        coalesce(-sum(amount) filter (where account = 'sys:waived_bonus'), 0) as waived_bonus
      from ledger_txns join ledger_entries using (user_id, seq) where kind = 'order_refund' and ref_type = 'order'
      group by ref_id
    ) reversed left join (
      select order_no, sum(order_refunds.waived_coins) as most_coins, sum(order_refunds.waived_bonus) as most_bonus
      from order_refunds group by order_no
    ) refunds on order_no = ref_id
    where waived_coins not between 0 and least(coins, coalesce(most_coins, 0))
      or waived_bonus not between 0 and least(bonus, coalesce(most_bonus, 0))`,
  'nothing is waived elsewhere': `select user_id, seq from ledger_txns join ledger_entries using (user_id, seq)
    where account like 'sys:waived%' and (kind <> 'order_refund' or ref_type <> 'order')`,
  'every payment of an unlock is the answer to one request': `select txn.user_id, seq from ledger_txns txn
    left join idempotent_answers answer
      on answer.user_id = txn.user_id and 'request:' || answer.key = txn.idempotency_key
    where kind = 'unlock' and (answer.key is null or (answer.answer::json ->> 'code')::int <> 200)`
}

export interface LedgerAudit {
  users: number
  transactions: number
  entries: number
  faults: string[]
}

export async function auditLedger(db: Kysely<Database>): Promise<LedgerAudit> {
  const faults: string[] = []
  for (const [rule, query] of Object.entries(checks)) {
    const { rows } = await sql.raw(query).execute(db)
    if (rows.length > 0) faults.push(`${rule}: broken ${rows.length} times, first ${JSON.stringify(rows[0])}`)
  }
  const users = await db.selectFrom('users').select('id').execute()
  let entries = 0
  for (const { id } of users) {
    const verdict = await verifyChain(db, id)
    entries += verdict.entries
    if (verdict.brokenAt !== null) faults.push(`the chain of ${id} is broken at ${verdict.brokenAt}`)
  }
  const { rows } = await sql<{ count: string }>`select count(*) as count from ledger_txns`.execute(db)
  return { users: users.length, transactions: Number(rows[0]?.count), entries, faults }
}
