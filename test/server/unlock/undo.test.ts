import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '../../../server/db/transaction.js'
import { lockFreshWallet } from '../../../server/modules/ledger/bonus-expiry.js'
import { findPaidUnlock, refundUnlock } from '../../../server/modules/unlock/refund-unlock.js'
import { openAccount, signInByMail } from '../support/accounts.js'
import { signIn } from '../support/api-client.js'
import { serveFilm } from '../support/film.js'
import { balanceOf, expectValidLedger, giveBonus, giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const DAY = 86_400_000

describe.each(engines)('unlocks that are taken back on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  async function openViewer(coins: number) {
    const visitor = await signIn(server)
    await giveCoins(server, visitor.userId, coins)
    await visitor.post('/drama/auto_unlock', { enabled: true, daily_cap: 60 })
    const unlock = (no: number, source = 'auto') =>
      visitor.post('/drama/unlock', { episode_id: `e_rain_${no}`, expect_price: 60, source }, newKey())
    const undo = (no: number, key = newKey()) => visitor.post('/drama/unlock_undo', { episode_id: `e_rain_${no}` }, key)
    return { ...visitor, unlock, undo, balance: () => balanceOf(server.db, visitor.userId) }
  }

  const refused = { code: 4001, data: { fields: ['episode_id'] } }

  test('an automatic unlock is taken back: money where it came from, episode locked, cap free again', async () => {
    const viewer = await openViewer(100)
    await giveBonus(server, viewer.userId, 25)
    expect((await viewer.unlock(3)).data.balance).toEqual({ coins: 65, bonus: 0 })
    server.clock.advance(10_000)
    const key = newKey()
    const first = await viewer.undo(3, key)
    expect(first.data).toEqual({
      episode_id: 'e_rain_3',
      coins_back: 35,
      bonus_back: 25,
      balance: { coins: 100, bonus: 25 }
    })
    expect((await viewer.undo(3, key)).text).toBe(first.text)
    expect(await viewer.undo(3)).toMatchObject(refused)
    expect((await viewer.post('/drama/play', { episode_id: 'e_rain_3' })).code).toBe(4201)
    const { list } = (await viewer.get('/wallet/records', { type: 'unlock', lang: 'en' })).data
    expect(list.map(({ kind, coins, bonus, status }) => [kind, coins, bonus, status])).toEqual([
      ['unlock_refund', 35, 25, 'refunded'],
      ['unlock', -35, -25, 'spent']
    ])
    await expectValidLedger(server.db, viewer.userId)
    expect((await viewer.unlock(3)).data.balance).toEqual({ coins: 65, bonus: 0 })
    expect((await viewer.post('/drama/play', { episode_id: 'e_rain_3' })).code).toBe(200)
    await expectValidLedger(server.db, viewer.userId)
  })

  test('not by a second tap at once, not after 10 s, not what was bought by hand, not what was watched', async () => {
    const viewer = await openViewer(1000)
    await viewer.unlock(3)
    const taps = await Promise.all(Array.from({ length: 10 }, () => viewer.undo(3)))
    expect(taps.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(await viewer.balance()).toEqual({ coins: 1000, bonus: 0 })
    expect((await viewer.unlock(3, 'coins')).code).toBe(200)
    expect(await viewer.undo(3)).toMatchObject(refused)
    server.clock.advance(10_000)
    expect((await viewer.unlock(4)).code).toBe(200)
    server.clock.advance(13_001)
    expect(await viewer.undo(4)).toMatchObject(refused)
    expect(await viewer.undo(6)).toMatchObject(refused)
    await expectValidLedger(server.db, viewer.userId)
  })

  test.each([-49 * 3_600_000, -25 * 3_600_000, -3_600_000, -60_000, -10_000, 0, 10_000, 60_000, 3_600_000])(
    'not after 8 s watched, when the clock is set by %d ms after the unlock or in between',
    async jump => {
      for (const isSetAtOnce of [true, false]) {
        const viewer = await openViewer(1000)
        await viewer.unlock(3)
        const { play_id } = (await viewer.post('/drama/play', { episode_id: 'e_rain_3' })).data
        const now = new Date(server.clock.now() + (isSetAtOnce ? jump : 0))
        const beats = [4, 4].map((played_s, seq) => ({
          user_id: viewer.userId,
          play_id,
          episode_id: 'e_rain_3',
          seq,
          from_s: seq * 4,
          to_s: seq * 4 + 4,
          played_s,
          at: new Date(now.getTime() + (seq + 1) * 4000 + (isSetAtOnce || seq === 0 ? 0 : jump))
        }))
        await server.db.insertInto('watch_beats').values(beats).execute()
        server.clock.advance(jump + 8000)
        expect(await viewer.undo(3)).toMatchObject(refused)
        server.clock.advance(-jump)
      }
    }
  )

  test('what a viewer paid who is part of this one by now comes back, bonus as bonus; what cost nothing does not', async () => {
    const viewer = await openViewer(100)
    await giveBonus(server, viewer.userId, 30)
    expect((await viewer.unlock(3)).data.balance).toEqual({ coins: 70, bonus: 0 })
    await server.db.updateTable('unlocks').set({ ledger_seq: null }).where('user_id', '=', viewer.userId).execute()
    server.clock.advance(13_000)
    expect((await viewer.undo(3)).data).toMatchObject({
      coins_back: 30,
      bonus_back: 30,
      balance: { coins: 100, bonus: 30 }
    })
    expect((await viewer.get('/wallet/statement')).data.list.at(-1)).toMatchObject({
      kind: 'merge',
      ref_type: 'unlock'
    })
    await viewer.unlock(3)
    await server.db
      .updateTable('unlocks')
      .set({ ledger_seq: null, coins_paid: 0, bonus_paid: 0 })
      .where('user_id', '=', viewer.userId)
      .execute()
    expect(await viewer.undo(3)).toMatchObject(refused)
    expect(await viewer.balance()).toEqual({ coins: 70, bonus: 0 })
  })

  test('twice within 24 hours if bonus alone paid', async () => {
    const viewer = await openViewer(1)
    await giveBonus(server, viewer.userId, 65)
    const codes = []
    for (let turn = 0; turn < 3; turn++) {
      server.clock.advance(11_000)
      await viewer.unlock(3)
      codes.push((await viewer.undo(3)).code)
    }
    expect(codes).toEqual([200, 200, 4001])
  })

  test('what came back because two merged users had both unlocked it does not count as undone', async () => {
    const account = await openAccount(server)
    const byHand = { episode_id: 'e_rain_3', expect_price: 60 }
    await giveCoins(server, account.userId, 60)
    expect((await account.post('/drama/unlock', byHand, newKey())).code).toBe(200)
    for (let index = 0; index < 2; index++) {
      const visitor = await openViewer(60)
      await visitor.unlock(3)
      const { merged } = await signInByMail(server, account.email, visitor)
      expect(merged).toMatchObject({ coins_back: 60 })
    }
    await giveBonus(server, account.userId, 1000)
    await account.post('/drama/auto_unlock', { enabled: true, daily_cap: 60 })
    const next = { episode_id: 'e_rain_4', expect_price: 60, source: 'auto' }
    expect((await account.post('/drama/unlock', next, newKey())).code).toBe(200)
    expect((await account.post('/drama/unlock_undo', { episode_id: 'e_rain_4' }, newKey())).code).toBe(200)
  })

  test('five times within 24 hours over all visitors of a person', async () => {
    const account = await openAccount(server)
    for (let index = 0; index < 5; index++) {
      const visitor = await openViewer(60)
      await visitor.unlock(3)
      expect((await visitor.undo(3)).code).toBe(200)
      // An address gets five codes an hour.
      server.clock.advance(3_600_000)
      await signInByMail(server, account.email, visitor)
    }
    await account.post('/drama/auto_unlock', { enabled: true, daily_cap: 60 })
    const request = { episode_id: 'e_rain_3' }
    const unlocked = await account.post('/drama/unlock', { ...request, expect_price: 60, source: 'auto' }, newKey())
    expect(unlocked.code).toBe(200)
    expect(await account.post('/drama/unlock_undo', request, newKey())).toMatchObject(refused)
  })

  test('five times within 24 hours, because beats can be left out', async () => {
    const viewer = await openViewer(1000)
    for (let turn = 0; turn < 5; turn++) {
      server.clock.advance(11_000)
      await viewer.unlock(3)
      expect((await viewer.undo(3)).code).toBe(200)
    }
    server.clock.advance(11_000)
    await viewer.unlock(3)
    expect(await viewer.undo(3)).toMatchObject(refused)
    server.clock.advance(24 * 3_600_000)
    expect((await viewer.unlock(4)).code).toBe(200)
    expect((await viewer.undo(4)).code).toBe(200)
  })

  test('five seconds of watching keep it', async () => {
    const viewer = await openViewer(1000)
    await viewer.unlock(3)
    const { play_id } = (await viewer.post('/drama/play', { episode_id: 'e_rain_3' })).data
    await serveFilm(server, viewer.userId, 'e_rain_3')
    server.clock.advance(6000)
    const beats = [{ seq: 0, from_s: 0, to_s: 5, played_s: 5 }]
    await viewer.post('/drama/progress', { play_id, episode_id: 'e_rain_3', position_s: 5, beats })
    expect(await viewer.undo(3)).toMatchObject(refused)
    expect(await viewer.balance()).toEqual({ coins: 940, bonus: 0 })
  })

  test('of a range, episodes come back one by one, never more than was paid, and ended bonus lasts 7 days more', async () => {
    const viewer = await openViewer(500)
    await giveBonus(server, viewer.userId, 70)
    server.clock.advance(DAY)
    await giveBonus(server, viewer.userId, 30)
    const range = { drama_id: 'd_rain', to_no: 6, expect_price: 204 }
    const { data } = await viewer.post('/drama/unlock_to', range, newKey())
    expect(data.balance).toEqual({ coins: 396, bonus: 0 })
    server.clock.advance(40 * DAY)
    const now = new Date(server.clock.now())
    const lots = async () => {
      const all = server.db.selectFrom('bonus_lots').selectAll().where('user_id', '=', viewer.userId).orderBy('id')
      return (await all.execute()).map(({ remaining, expires_at }) => [Number(remaining), expires_at.getTime()])
    }
    const ended = await lots()
    const held: number[][][] = []
    for (const { episode_id, coins_paid, bonus_paid } of data.unlocked.toReversed()) {
      await transaction(server.db, async trx => {
        const paid = await findPaidUnlock(trx, viewer.userId, episode_id)
        expect(paid).toMatchObject({ source: 'bulk', coinsPaid: coins_paid, bonusPaid: bonus_paid })
        if (paid === null) return
        await refundUnlock(trx, await lockFreshWallet(trx, viewer.userId, now), paid, now)
      })
      await expectValidLedger(server.db, viewer.userId)
      held.push(await lots())
    }
    // Refunds the younger lot first. A lot is extended only if it receives a refund.
    const later = now.getTime() + 7 * DAY
    expect(held).toEqual([
      ended,
      ended,
      [
        [19, later],
        [30, later]
      ],
      [
        [70, later],
        [30, later]
      ]
    ])
    const { data: wallet } = await viewer.get('/wallet/index')
    expect([wallet.coins, wallet.bonus]).toEqual([500, 100])
    expect(wallet.lots.map(({ granted, remaining, expires_at }) => [granted, remaining, expires_at])).toEqual([
      [70, 70, now.getTime() + 7 * DAY],
      [30, 30, now.getTime() + 7 * DAY]
    ])
    server.clock.advance(7 * DAY)
    expect((await viewer.get('/wallet/records', { type: 'bonus' })).data.list[0]?.status).toBe('expired')
    expect(await viewer.balance()).toEqual({ coins: 500, bonus: 0 })
    await expectValidLedger(server.db, viewer.userId)
  })
})
