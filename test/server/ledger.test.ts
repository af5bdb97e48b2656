import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '../../server/db/transaction.js'
import { expireBonus, openWallet } from '../../server/modules/ledger/expiry.js'
import { topUp } from '../../server/modules/ledger/grants.js'
import { paymentOf } from '../../server/modules/ledger/spend.js'
import { verifyChain } from '../../server/modules/ledger/verify.js'
import { signIn } from './api-client.js'
import { balanceOf, expectSound, giveBonus, giveCoins } from './money.js'
import { openTestServer, type TestServer } from './open-test-server.js'

const DAY = 86_400_000

test('a price is paid from the bonus that ends first, and only the rest in coins', () => {
  const lot = (id: number, remaining: number, day: number) => ({ id, remaining, expiresAt: new Date(day * DAY) })
  const lots = [lot(1, 30, 9), lot(2, 20, 5), lot(3, 50, 5)]
  expect(paymentOf(60, 0, lots)).toEqual({
    coins: 0,
    lots: [
      { id: 2, amount: 20 },
      { id: 3, amount: 40 }
    ]
  })
  expect(paymentOf(130, 30, lots)).toMatchObject({ coins: 30, lots: [{ id: 2 }, { id: 3 }, { id: 1, amount: 30 }] })
  expect(paymentOf(131, 30, lots)).toBeNull()
  expect(paymentOf(60, 60, [])).toEqual({ coins: 60, lots: [] })
})

test('whatever is paid is the price, and no lot gives more than it has', () => {
  const lots = fc.array(fc.record({ remaining: fc.integer({ min: 1, max: 90 }), day: fc.nat(5) }), { maxLength: 8 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(300), lots, (price, coins, some) => {
      const open = some.map(({ remaining, day }, id) => ({ id, remaining, expiresAt: new Date(day) }))
      const bonus = open.reduce((sum, { remaining }) => sum + remaining, 0)
      const payment = paymentOf(price, coins, open)
      expect(payment === null).toBe(bonus + coins < price)
      if (payment === null) return
      const fromLots = payment.lots.reduce((sum, { amount }) => sum + amount, 0)
      expect([fromLots, payment.coins]).toEqual([Math.min(bonus, price), price - fromLots])
      for (const { id, amount } of payment.lots) expect(amount).toBeLessThanOrEqual(open[id]?.remaining ?? 0)
    })
  )
})

describe.each(['pglite', 'postgres'] as const)('the ledger on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  const now = () => new Date(server.clock.now())

  test('an order gives its coins and its bonus once, however often and at once it is told of', async () => {
    const { userId } = await signIn(server)
    const order = { userId, orderNo: 'o_once', coins: 300, bonus: 30, now: now(), zone: 'UTC' }
    const told = await Promise.all(Array.from({ length: 20 }, () => transaction(server.db, trx => topUp(trx, order))))
    expect(told.filter(({ isNew }) => isNew)).toHaveLength(1)
    for (const { balance } of told) expect(balance).toEqual({ coins: 300, bonus: 30 })
    await expectSound(server.db, userId)
  })

  test('bonus that has ended is written off, by the next touch of the money or by the clock, once', async () => {
    const { userId } = await signIn(server)
    const other = await signIn(server)
    await giveBonus(server, userId, 40)
    await giveBonus(server, other.userId, 7)
    server.clock.advance(DAY)
    await giveBonus(server, userId, 5)
    const end = Date.parse('2026-12-22T02:59:59Z')
    server.clock.advance(end - 1 - server.clock.now())
    await transaction(server.db, trx => openWallet(trx, userId, now()))
    expect(await balanceOf(server.db, userId)).toEqual({ coins: 0, bonus: 45 })
    server.clock.advance(1)
    await Promise.all([1, 2, 3].map(() => transaction(server.db, trx => openWallet(trx, userId, now()))))
    expect(await balanceOf(server.db, userId)).toEqual({ coins: 0, bonus: 5 })
    expect(await expireBonus(server.db, now())).toBeGreaterThan(0)
    expect(await balanceOf(server.db, other.userId)).toEqual({ coins: 0, bonus: 0 })
    expect(await expireBonus(server.db, now())).toBe(0)
    await expectSound(server.db, userId)
    await expectSound(server.db, other.userId)
  })

  /** Changes rows behind the database's back, as somebody with the keys to it could. */
  async function tamper(change: (id: string) => ReturnType<typeof sql>, userId: string) {
    const tables = ['users', 'ledger_txns', 'ledger_entries', 'bonus_lots', 'unlocks']
    for (const table of tables) await sql.raw(`alter table ${table} disable trigger all`).execute(server.db)
    await change(userId).execute(server.db)
    for (const table of tables) await sql.raw(`alter table ${table} enable trigger all`).execute(server.db)
  }

  test.each([
    [
      'an amount',
      (id: string) => sql`update ledger_entries set amount = 900 where user_id = ${id} and seq = 2 and no = 1`,
      '2'
    ],
    ['a time', (id: string) => sql`update ledger_txns set created_at = now() where user_id = ${id} and seq = 2`, '2'],
    ['a reference', (id: string) => sql`update ledger_txns set ref_id = 'x' where user_id = ${id} and seq = 3`, '3'],
    [
      'a hash',
      (id: string) => sql`update ledger_txns set hash = repeat('a', 64) where user_id = ${id} and seq = 1`,
      '1'
    ],
    [
      'a pair of entries that is balanced',
      (id: string) =>
        sql`insert into ledger_entries values (${id}, 1, 8, 'sys:sales', 5), (${id}, 1, 9, 'sys:spent', -5)`,
      '1'
    ],
    [
      'a transaction taken out of the middle',
      (id: string) => sql`delete from ledger_txns where user_id = ${id} and seq = 2`,
      '3'
    ],
    [
      'the last transaction taken away',
      (id: string) => sql`delete from ledger_txns where user_id = ${id} and seq = 4`,
      'balance'
    ],
    ['coins on the user’s row', (id: string) => sql`update users set coins = 9999 where id = ${id}`, 'balance'],
    ['a lot', (id: string) => sql`update bonus_lots set remaining = 1 where user_id = ${id} and id = 2`, 'balance']
  ])('%s that was tampered with is found', async (_what, change, brokenAt) => {
    const { userId } = await signIn(server)
    await giveCoins(server, userId, 300, 30)
    await giveBonus(server, userId, 20)
    await giveBonus(server, userId, 20)
    expect(await verifyChain(server.db, userId)).toMatchObject({ brokenAt: null, entries: 8 })
    await tamper(change, userId)
    expect(await verifyChain(server.db, userId)).toMatchObject({ brokenAt })
  })
})
