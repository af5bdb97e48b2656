import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '../../../server/db/transaction.js'
import { lockFreshWallet, writeOffAllExpiredLots } from '../../../server/modules/ledger/bonus-expiry.js'
import { topUp } from '../../../server/modules/ledger/grants.js'
import { hashTransaction, type LedgerEntry, NO_HASH } from '../../../server/modules/ledger/hash-chain.js'
import type { Movement } from '../../../server/modules/ledger/movements.js'
import { lockOwner } from '../../../server/modules/ledger/owner.js'
import { splitPayment } from '../../../server/modules/ledger/payment-split.js'
import { postTransaction } from '../../../server/modules/ledger/post.js'
import { readTransactions, type StoredTransaction } from '../../../server/modules/ledger/transactions.js'
import { verifyChain } from '../../../server/modules/ledger/verify.js'
import { lockWallet, readBalanceAndDebt } from '../../../server/modules/ledger/wallet.js'
import { signIn } from '../support/api-client.js'
import { balanceOf, expectValidLedger, giveBonus, giveCoins } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { writePaidOrder } from '../support/paid-order.js'
import { engines } from '../support/servers/test-database.js'

const DAY = 86_400_000

test('whatever is paid is the price, and no lot gives more than it has', () => {
  const lots = fc.array(fc.record({ remaining: fc.integer({ min: 1, max: 90 }), day: fc.nat(5) }), { maxLength: 8 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(300), lots, (price, coins, some) => {
      const open = some.map(({ remaining, day }, id) => ({ id, remaining, expiresAt: new Date(day) }))
      const bonus = open.reduce((sum, { remaining }) => sum + remaining, 0)
      const payment = splitPayment(price, coins, open)
      expect(payment === null).toBe(bonus + coins < price)
      if (payment === null) return
      const fromLots = payment.lots.reduce((sum, { amount }) => sum + amount, 0)
      expect([fromLots, payment.coins]).toEqual([Math.min(bonus, price), price - fromLots])
      for (const { id, amount } of payment.lots) expect(amount).toBeLessThanOrEqual(open[id]?.remaining ?? 0)
    })
  )
})

describe.each(engines)('the ledger on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  const now = () => new Date(server.clock.now())

  test('an order gives its coins and its bonus once, however often and at once it is told of', async () => {
    const { userId } = await signIn(server)
    const order = { userId, orderNo: `o_once_${userId}`, coins: 300, bonus: 30, now: now(), zone: 'UTC' }
    const creditOrder = () =>
      transaction(server.db, async trx => {
        await writePaidOrder(trx, order)
        return topUp(trx, order)
      })
    const results = await Promise.all(Array.from({ length: 20 }, creditOrder))
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
    for (const { balance } of results) expect(balance).toEqual({ coins: 300, bonus: 30 })
    await expectValidLedger(server.db, userId)
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
    await transaction(server.db, trx => lockFreshWallet(trx, userId, now()))
    expect(await balanceOf(server.db, userId)).toEqual({ coins: 0, bonus: 45 })
    server.clock.advance(1)
    await Promise.all([1, 2, 3].map(() => transaction(server.db, trx => lockFreshWallet(trx, userId, now()))))
    expect(await balanceOf(server.db, userId)).toEqual({ coins: 0, bonus: 5 })
    expect(await writeOffAllExpiredLots(server.db, now())).toBeGreaterThan(0)
    expect(await balanceOf(server.db, other.userId)).toEqual({ coins: 0, bonus: 0 })
    expect(await writeOffAllExpiredLots(server.db, now())).toBe(0)
    for (const bonus of [3, 4]) await giveBonus(server, other.userId, bonus)
    server.clock.advance(32 * DAY)
    await writeOffAllExpiredLots(server.db, now())
    expect([await balanceOf(server.db, userId), await balanceOf(server.db, other.userId)]).toEqual([
      { coins: 0, bonus: 0 },
      { coins: 0, bonus: 0 }
    ])
    const kinds = (await readTransactions(server.db, other.userId, { afterSeq: 0, limit: 9 })).map(({ kind }) => kind)
    expect(kinds).toEqual(['gift', 'expire', 'gift', 'gift', 'expire', 'expire'])
    for (const bonus of [3, 4]) await giveBonus(server, other.userId, bonus)
    server.clock.advance(32 * DAY)
    expect(await writeOffAllExpiredLots(server.db, now())).toBe(1)
    await expectValidLedger(server.db, userId)
    await expectValidLedger(server.db, other.userId)
  })

  test('who was merged leads to who has their money now, and has none to spend', async () => {
    const [first, second, last] = [await signIn(server), await signIn(server), await signIn(server)]
    for (const [from, into] of [
      [first, second],
      [second, last]
    ] as const) {
      await server.db.updateTable('users').set({ merged_into: into.userId }).where('id', '=', from.userId).execute()
    }
    for (const { userId } of [first, second, last]) {
      expect(await transaction(server.db, trx => lockOwner(trx, userId))).toBe(last.userId)
    }
    await expect(transaction(server.db, trx => lockWallet(trx, first.userId))).rejects.toMatchObject({ code: 999 })
    expect(await transaction(server.db, trx => lockWallet(trx, last.userId))).toEqual({
      userId: last.userId,
      coins: 0,
      bonus: 0,
      debt: 0,
      lots: [],
      seq: 0,
      hash: NO_HASH
    })
  })

  /** Changes rows with the triggers disabled, as an attacker with access to the database could. */
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

  /** Changes a transaction and recomputes its hash, as an attacker with the source code could. */
  async function sealAgain(
    userId: string,
    seq: number,
    change: (txn: StoredTransaction) => Partial<StoredTransaction>
  ) {
    const [old] = await readTransactions(server.db, userId, { afterSeq: seq - 1, limit: 1 })
    if (old === undefined) throw new Error('no such transaction')
    const txn = { ...old, ...change(old) }
    await tamper(() => sql`delete from ledger_entries where user_id = ${userId} and seq = ${seq}`, userId)
    await tamper(
      () => sql`update ledger_txns set seq = ${txn.seq}, coins = ${txn.coins}, bonus = ${txn.bonus},
        coins_after = ${txn.coinsAfter}, bonus_after = ${txn.bonusAfter}, prev_hash = ${txn.prevHash},
        hash = ${hashTransaction(txn)} where user_id = ${userId} and seq = ${seq}`,
      userId
    )
    const lines = txn.entries.map(
      ({ account, amount }, at) => sql`(${userId}, ${txn.seq}, ${at + 1}, ${account}, ${amount})`
    )
    await tamper(() => sql`insert into ledger_entries values ${sql.join(lines)}`, userId)
  }

  const house = (amount: number): LedgerEntry => ({ account: 'sys:sales', amount })
  test.each<[string, string, number, (txn: StoredTransaction) => Partial<StoredTransaction>]>([
    ['a number left out', '5', 4, () => ({ seq: 5 })],
    ['another one before it', '2', 2, () => ({ prevHash: 'b'.repeat(64) })],
    ['an entry of nobody’s', '4', 4, ({ entries }) => ({ entries: [...entries, house(5)] })],
    ['coins that no entry has', '4', 4, txn => ({ coins: 9, coinsAfter: txn.coinsAfter + 9 })],
    ['bonus that no entry has', '4', 4, txn => ({ bonus: txn.bonus + 9, bonusAfter: txn.bonusAfter + 9 })],
    ['coins that do not follow', '4', 4, txn => ({ coinsAfter: txn.coinsAfter + 1 })],
    ['bonus that does not follow', '4', 4, txn => ({ bonusAfter: txn.bonusAfter - 1 })]
  ])('a transaction that was sealed again with %s is found', async (_what, brokenAt, seq, change) => {
    const { userId } = await signIn(server)
    await giveCoins(server, userId, 300, 30)
    for (const bonus of [20, 10]) await giveBonus(server, userId, bonus)
    await sealAgain(userId, seq, change)
    const before = await readTransactions(server.db, userId, { afterSeq: 0, limit: seq - 1 })
    expect(await verifyChain(server.db, userId)).toEqual({
      brokenAt,
      headHash: before.at(-1)?.hash,
      entries: 2 * before.length
    })
  })

  test('a chain with debt is whole, read in stretches of any length', async () => {
    const { userId } = await signIn(server)
    await giveCoins(server, userId, 300, 30)
    const posting = { userId, kind: 'adjust', ref: { type: 'note', id: 'x' }, now: now() } as const
    const move = (key: string, change: Movement) =>
      transaction(server.db, trx => postTransaction(trx, { ...posting, key, change }))
    expect(await move('x', { type: 'revoke', coins: 400, bonus: 0, lotIds: [] })).toEqual({
      isNew: true,
      seq: 3,
      coins: -300,
      bonus: -30,
      balance: { coins: 0, bonus: 0 }
    })
    await giveCoins(server, userId, 100)
    await move('y', { type: 'settleDebt', amount: 50 })
    expect(await readBalanceAndDebt(server.db, userId, now())).toEqual({ balance: { coins: 50, bonus: 0 }, debt: 20 })
    const chain = await readTransactions(server.db, userId, { afterSeq: 0, limit: 9 })
    const whole = { brokenAt: null, headHash: chain.at(-1)?.hash, entries: 12 }
    expect(chain.map(({ seq, entries }) => [seq, entries.length])).toEqual([
      [1, 2],
      [2, 2],
      [3, 4],
      [4, 2],
      [5, 2]
    ])
    for (const most of [1, 2, 4, 5, 6]) expect(await verifyChain(server.db, userId, most)).toEqual(whole)
  })
})
