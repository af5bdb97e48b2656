import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../../server/db/schema/schema.js'
import { transaction } from '../../../server/db/transaction.js'
import { grantBonus, topUp } from '../../../server/modules/ledger/grants.js'
import { verifyChain } from '../../../server/modules/ledger/verify.js'
import type { TestServer } from './open-test-server.js'
import { writePaidOrder } from './paid-order.js'

type Money = Pick<TestServer, 'db' | 'clock' | 'config'>

let gifts = 0
let keys = 0

export function newKey(): { 'Idempotency-Key': string } {
  keys += 1
  return { 'Idempotency-Key': `key-of-a-test-${String(keys).padStart(6, '0')}` }
}

export function giveCoins({ db, clock, config }: Money, userId: string, coins: number, bonus = 0) {
  gifts += 1
  const order = { userId, orderNo: `o_${gifts}`, coins, bonus, now: new Date(clock.now()), zone: config.timezone }
  return transaction(db, async trx => {
    await writePaidOrder(trx, order)
    return topUp(trx, order)
  })
}

export function giveBonus({ db, clock, config }: Money, userId: string, bonus: number) {
  gifts += 1
  const ref = { type: 'test', id: `g_${gifts}` }
  const gift = { userId, kind: 'gift', ref, key: ref.id, bonus, now: new Date(clock.now()), zone: config.timezone }
  return transaction(db, trx => grantBonus(trx, gift as Parameters<typeof grantBonus>[1]))
}

export async function balanceOf(db: Kysely<Database>, userId: string) {
  const row = await db.selectFrom('users').select(['coins', 'bonus']).where('id', '=', userId).executeTakeFirstOrThrow()
  return { coins: Number(row.coins), bonus: Number(row.bonus) }
}

export async function expectValidLedger(db: Kysely<Database>, userId: string): Promise<void> {
  const { rows } = await sql<Record<string, string>>`
    select
      (select count(*) from (
        select 1 from ledger_entries where user_id = ${userId} group by seq having sum(amount) <> 0
      ) as unbalanced) as unbalanced,
      (select coalesce(sum(amount), 0) from ledger_entries
        where user_id = ${userId} and account = 'user:' || user_id || ':coins') as coins,
      (select coalesce(sum(amount), 0) from ledger_entries
        where user_id = ${userId} and starts_with(account, 'user:' || user_id || ':bonus:')) as bonus,
      (select coalesce(sum(remaining), 0) from bonus_lots where user_id = ${userId}) as in_lots,
      (select coalesce(sum(price), 0) from sponsored_unlocks
        join partners on partners.id = partner_id where purse_id = ${userId}) +
      (select coalesce(sum(coins_paid + bonus_paid), 0) from unlocks
        where user_id = ${userId} and ledger_seq is not null and refunded_at is null) -
        (select coalesce(sum(coins_paid + bonus_paid), 0) from unlocks
        where user_id = ${userId} and ledger_seq is null and refunded_at is not null) as paid,
      (select coalesce(sum(amount), 0) from ledger_entries
        where user_id = ${userId} and account = 'sys:spent') as spent,
      (select coalesce(-sum(amount), 0) from ledger_entries
        where user_id = ${userId} and account = 'user:' || user_id || ':debt') as owed,
      (select debt from users where id = ${userId}) as debt`.execute(db)
  const found = Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]))
  const { coins, bonus } = await balanceOf(db, userId)
  expect(found).toMatchObject({ unbalanced: 0, coins, bonus, in_lots: bonus, paid: found.spent, debt: found.owed })
  expect(Math.min(coins, bonus)).toBeGreaterThanOrEqual(0)
  expect(await verifyChain(db, userId)).toMatchObject({ brokenAt: null })
}
