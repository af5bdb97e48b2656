import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '../../../server/db/transaction.js'
import { postTransaction } from '../../../server/modules/ledger/post.js'
import { lockWallet } from '../../../server/modules/ledger/wallet.js'
import { signIn } from '../support/api-client.js'
import { balanceOf, expectValidLedger, giveBonus, giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

describe.each(engines)('what no code may do to money on %s', engine => {
  let server: TestServer
  let userId: string
  beforeAll(async () => {
    server = await openTestServer({ engine })
    userId = (await signIn(server)).userId
    await giveCoins(server, userId, 300, 50)
    await giveBonus(server, userId, 20)
  })
  afterAll(() => server.close())

  const hash = 'a'.repeat(64)
  const lastHash = () =>
    sql`(select hash from ledger_txns where user_id = ${userId} and seq = 3)` as RawBuilder<unknown>

  /** Fields of a transaction that a test makes wrong; the defaults are right. */
  interface Forgery {
    seq?: number
    coins?: number
    bonus?: number
    coinsAfter?: number
    bonusAfter?: number
    count?: number
    prev?: RawBuilder<unknown>
    entries?: [string, number][]
    userCoins?: number
    userBonus?: number
  }

  const coinsOf = () => `user:${userId}:coins`

  function forge(forgery: Forgery) {
    const { seq = 4, coins = 10, bonus = 0, coinsAfter = 310, bonusAfter = 70, count = 2, prev = lastHash() } = forgery
    const {
      entries = [
        [coinsOf(), 10],
        ['sys:sales', -10]
      ],
      userCoins = 310,
      userBonus = 70
    } = forgery
    return server.db.transaction().execute(async trx => {
      await sql`insert into ledger_txns (user_id, seq, kind, ref_type, ref_id, idempotency_key, coins, bonus, coins_after,
        bonus_after, entry_count, prev_hash, hash, created_at)
        values (${userId}, ${seq}, 'adjust', 't', 't', 'forged', ${coins}, ${bonus}, ${coinsAfter}, ${bonusAfter},
        ${count}, ${prev}, ${hash}, now())`.execute(trx)
      for (const [index, [account, amount]] of entries.entries()) {
        await sql`insert into ledger_entries values (${userId}, ${seq}, ${index + 1}, ${account}, ${amount})`.execute(
          trx
        )
      }
      await sql`update users set coins = ${userCoins}, bonus = ${userBonus} where id = ${userId}`.execute(trx)
    })
  }

  const forgeries: [string, () => Forgery, RegExp][] = [
    [
      'entries that do not sum to zero',
      () => ({
        entries: [
          [coinsOf(), 10],
          ['sys:sales', -9]
        ]
      }),
      /sum to zero/
    ],
    ['a transaction without entries', () => ({ entries: [] }), /not those of the transaction/],
    ['a single entry', () => ({ count: 1, entries: [[coinsOf(), 10]] }), /entry_count/],
    ['entries of another sum than is said', () => ({ coins: 20, coinsAfter: 320, userCoins: 320 }), /not those of/],
    ['a balance that does not follow', () => ({ coinsAfter: 400, userCoins: 400 }), /does not follow/],
    ['bonus that does not follow', () => ({ bonusAfter: 71 }), /does not follow/],
    ['a gap in the chain', () => ({ seq: 5 }), /chain is broken/],
    ['another hash before it', () => ({ prev: sql`repeat('b', 64)` }), /chain is broken/],
    ['a number that is taken', () => ({ seq: 3 }), /duplicate key|unique/],
    ['a balance on the user that is not the ledger’s', () => ({ userCoins: 311 }), /not that of the ledger/],
    [
      'an account that does not exist',
      () => ({
        entries: [
          [coinsOf(), 10],
          ['sys:mine', -10]
        ]
      }),
      /account/
    ],
    [
      'an account of somebody else',
      () => ({
        entries: [
          [coinsOf(), 10],
          ['user:u_x:coins', -10]
        ]
      }),
      /account/
    ],
    [
      'bonus for a lot that does not exist',
      () => ({
        coins: 0,
        coinsAfter: 300,
        userCoins: 300,
        userBonus: 75,
        bonus: 5,
        bonusAfter: 75,
        entries: [
          [`user:${userId}:bonus:77`, 5],
          ['sys:rewards', -5]
        ]
      }),
      /lot is not/
    ],
    [
      'coins below zero',
      () => ({
        coins: -301,
        coinsAfter: -1,
        userCoins: -1,
        entries: [
          [coinsOf(), -301],
          ['sys:spent', 301]
        ]
      }),
      /coins_after|users_coins/
    ]
  ]
  test.each(forgeries)('the database refuses %s', async (_what, forgery, reason) => {
    await expect(forge(forgery())).rejects.toThrow(reason)
    expect(await balanceOf(server.db, userId)).toEqual({ coins: 300, bonus: 70 })
    await expectValidLedger(server.db, userId)
  })

  const attacks: [string, (id: string) => RawBuilder<unknown>, RegExp][] = [
    ['coins out of nothing', id => sql`update users set coins = coins + 1 where id = ${id}`, /not that of the ledger/],
    ['coins that vanish', id => sql`update users set coins = 0 where id = ${id}`, /not that of the ledger/],
    ['coins below zero', id => sql`update users set coins = -1 where id = ${id}`, /check/],
    ['bonus out of nothing', id => sql`update users set bonus = bonus + 1 where id = ${id}`, /not that of the ledger/],
    ['a transaction made better', id => sql`update ledger_txns set coins = 9 where user_id = ${id}`, /append-only/],
    ['a transaction taken away', id => sql`delete from ledger_txns where user_id = ${id} and seq = 3`, /append-only/],
    ['an entry made better', id => sql`update ledger_entries set amount = 9 where user_id = ${id}`, /append-only/],
    ['an entry taken away', id => sql`delete from ledger_entries where user_id = ${id}`, /append-only/],
    ['an emptied ledger', () => sql`truncate ledger_txns cascade`, /append-only/],
    ['emptied entries', () => sql`truncate ledger_entries`, /append-only/],
    ['an answer made better', id => sql`delete from idempotent_answers where user_id = ${id}`, /append-only/],
    [
      'a lot that grows',
      id => sql`update bonus_lots set remaining = 10 where user_id = ${id} and id = 3`,
      /lot is not/
    ],
    ['a lot above what was given', id => sql`update bonus_lots set remaining = 999 where user_id = ${id}`, /check/],
    ['a lot below zero', id => sql`update bonus_lots set remaining = -1 where user_id = ${id}`, /check/],
    ['a lot taken away', id => sql`delete from bonus_lots where user_id = ${id} and id = 3`, /append-only/],
    [
      'balanced entries added to an old transaction',
      id => sql`insert into ledger_entries values (${id}, 1, 3, 'sys:sales', 5), (${id}, 1, 4, 'sys:spent', -5)`,
      /not those of the transaction/
    ],
    [
      'an entry without a transaction',
      id => sql`insert into ledger_entries values (${id}, 9, 1, 'sys:sales', 5), (${id}, 9, 2, 'sys:spent', -5)`,
      /foreign key/
    ],
    [
      'a new user with coins',
      () => sql`insert into users (id, kind, nickname, locale, coins, created_at)
        values ('u_rich', 'visitor', 'x', 'pt', 5, now())`,
      /not that of the ledger/
    ],
    [
      'an unlock that says it was paid by a top-up',
      id => sql`insert into unlocks (user_id, episode_id, drama_id, episode_no, price, coins_paid, bonus_paid, source,
        created_at, ledger_seq) values (${id}, 'e_rain_3', 'd_rain', 3, 60, 60, 0, 'coins', now(), 1)`,
      /not what was paid/
    ],
    [
      'an unlock above its price',
      id => sql`insert into unlocks (user_id, episode_id, drama_id, episode_no, price, coins_paid, bonus_paid, source,
        created_at) values (${id}, 'e_rain_3', 'd_rain', 3, 60, 60, 1, 'coins', now())`,
      /not_above_price/
    ]
  ]
  test.each(attacks)('the database refuses %s', async (_what, attack, reason) => {
    const other = (await signIn(server)).userId
    await sql`insert into idempotent_answers values (${userId}, 'k', 'h', '{}', now()) on conflict do nothing`.execute(
      server.db
    )
    await expect(attack(userId).execute(server.db)).rejects.toThrow(reason)
    expect(await balanceOf(server.db, userId)).toEqual({ coins: 300, bonus: 70 })
    await expectValidLedger(server.db, userId)
    await expectValidLedger(server.db, other)
  })

  test('the database refuses money taken for no unlock', async () => {
    const spend = () =>
      transaction(server.db, trx =>
        postTransaction(trx, {
          userId,
          kind: 'unlock',
          ref: { type: 'episodes', id: 'd_rain:3' },
          key: 'k1',
          now: new Date(),
          change: { type: 'spend', price: 60 }
        })
      )
    await expect(spend()).rejects.toThrow(/not what was paid/)
    await expectValidLedger(server.db, userId)
  })

  test.each([
    ['more than an unlock has cost', 'e_rain_3', 61],
    ['an unlock that is still open', 'e_rain_4', 60],
    ['an episode that was never paid', 'e_rain_9', 60]
  ])('the database refuses to give back %s', async (_what, episode, coins) => {
    const viewer = await signIn(server)
    await giveCoins(server, viewer.userId, 200)
    const two = { drama_id: 'd_rain', to_no: 4, expect_price: 120 }
    expect((await viewer.post('/drama/unlock_to', two, newKey())).code).toBe(200)
    const refundUnlock = (key: string, amount: number, id: string) =>
      transaction(server.db, async trx => {
        await sql`update unlocks set refunded_at = now()
          where user_id = ${viewer.userId} and episode_id = 'e_rain_3'`.execute(trx)
        return postTransaction(trx, {
          userId: viewer.userId,
          kind: 'unlock_refund',
          ref: { type: 'unlock', id },
          key,
          now: new Date(),
          change: { type: 'refund', payment: { coins: amount, lots: [] }, endsAt: new Date() }
        })
      })
    await expect(refundUnlock('r1', coins, `2:${episode}`)).rejects.toThrow(/not what was paid/)
    await expectValidLedger(server.db, viewer.userId)
    await refundUnlock('r2', 60, '2:e_rain_3')
    await expect(refundUnlock('r3', 60, '2:e_rain_3')).rejects.toThrow(/ledger_txns_refunds/)
    await expectValidLedger(server.db, viewer.userId)
  })

  test('a wallet that was read before money moved pays for nothing', async () => {
    const viewer = await signIn(server)
    await giveCoins(server, viewer.userId, 60)
    const old = await transaction(server.db, trx => lockWallet(trx, viewer.userId))
    await giveBonus(server, viewer.userId, 60)
    const again = { userId: viewer.userId, kind: 'adjust', ref: { type: 'note', id: 'x' }, key: 'x' } as const
    const change = { type: 'earn', coins: 60, bonus: 0, endsAt: new Date() } as const
    const late = () =>
      transaction(server.db, trx => postTransaction(trx, { ...again, change, now: new Date(), wallet: old }))
    await expect(late()).rejects.toThrow(/has changed/)
    expect(await balanceOf(server.db, viewer.userId)).toEqual({ coins: 60, bonus: 60 })
    const expiry = { ...again, kind: 'expire', key: 'expire', change: { type: 'expire', lotId: 2 } } as const
    await transaction(server.db, trx => postTransaction(trx, { ...expiry, now: new Date() }))
    // The balance is again what the old wallet has.
    await expect(late()).rejects.toThrow(/duplicate key|unique/)
    expect(await balanceOf(server.db, viewer.userId)).toEqual({ coins: 60, bonus: 0 })
    await expectValidLedger(server.db, viewer.userId)
  })

  test('a movement of a key that was used for another one is an error, of the same one nothing', async () => {
    const viewer = await signIn(server)
    await giveCoins(server, viewer.userId, 300)
    const gift = (id: string, kind: 'adjust' | 'gift' = 'adjust', type = 'note') =>
      transaction(server.db, trx =>
        postTransaction(trx, {
          userId: viewer.userId,
          kind,
          ref: { type, id },
          key: 'once',
          now: new Date(),
          change: { type: 'earn', coins: 0, bonus: 5, endsAt: new Date(server.clock.now() + 1000) }
        })
      )
    const given = { seq: 2, coins: 0, bonus: 5, balance: { coins: 300, bonus: 5 } }
    expect(await gift('one')).toEqual({ isNew: true, ...given })
    expect(await gift('one')).toEqual({ isNew: false, ...given })
    await expect(gift('two')).rejects.toThrow('another movement')
    await expect(gift('one', 'gift')).rejects.toThrow('another movement')
    await expect(gift('one', 'adjust', 'order')).rejects.toThrow('another movement')
    await expectValidLedger(server.db, viewer.userId)
  })
})
