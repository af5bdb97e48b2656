import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alreadyUnlocked, unlockRefusal } from '../../../contract/unlock.js'
import { transaction } from '../../../server/db/transaction.js'
import type { RequestContext } from '../../../server/http/request-context.js'
import { runIdempotentWrite } from '../../../server/modules/ledger/idempotent-write.js'
import { postTransaction } from '../../../server/modules/ledger/post.js'
import { splitCharge } from '../../../server/modules/unlock/charge.js'
import { signIn } from '../support/api-client.js'
import { balanceOf, expectValidLedger, giveBonus, giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { writeDrama } from '../support/package-fixture.js'
import { engines } from '../support/servers/test-database.js'

test('the shares of a range add up to what was paid, and none is above its price', () => {
  const prices = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 80 })
  fc.assert(
    fc.property(
      prices,
      fc.integer({ min: 0, max: 30 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (some, off, part) => {
        const paid = Math.floor((some.reduce((sum, price) => sum + price, 0) * (100 - off)) / 100)
        const bonus = Math.floor(paid * part)
        const shares = splitCharge(some, { coins: paid - bonus, bonus })
        const sum = (name: 'coins' | 'bonus') => shares.reduce((total, share) => total + share[name], 0)
        expect([sum('coins'), sum('bonus')]).toEqual([paid - bonus, bonus])
        for (const [index, { coins, bonus: ofBonus }] of shares.entries()) {
          expect(Math.min(coins, ofBonus)).toBeGreaterThanOrEqual(0)
          expect(coins + ofBonus).toBeLessThanOrEqual(some[index] ?? 0)
        }
      }
    )
  )
})

describe.each(engines)('unlocking on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, checkAnswers: true })
  })
  afterAll(() => server.close())

  async function openViewer(coins = 0, bonus = 0) {
    const visitor = await signIn(server)
    if (coins > 0) await giveCoins(server, visitor.userId, coins)
    if (bonus > 0) await giveBonus(server, visitor.userId, bonus)
    const one = (no: number, expect_price = 60, more: object = {}, key = newKey()) =>
      visitor.post('/drama/unlock', { episode_id: `e_rain_${no}`, expect_price, ...more }, key)
    const upTo = (to_no: number, expect_price: number, key = newKey()) =>
      visitor.post('/drama/unlock_to', { drama_id: 'd_rain', to_no, expect_price }, key)
    const states = async () =>
      (await visitor.get('/drama/episodes', { drama_id: 'd_rain' })).data.list.map(({ state }) => state)
    return { ...visitor, one, upTo, states, balance: () => balanceOf(server.db, visitor.userId) }
  }

  test('coins unlock the next episode, bonus first; it plays, and the balance is what the answer says', async () => {
    const viewer = await openViewer(100, 40)
    const { code, data } = await viewer.one(3)
    expect(code).toBe(200)
    expect(data).toEqual({
      unlock: {
        drama_id: 'd_rain',
        episode_id: 'e_rain_3',
        episode_no: 3,
        price: 60,
        coins_paid: 20,
        bonus_paid: 40,
        source: 'coins',
        created_at: server.clock.now()
      },
      balance: { coins: 80, bonus: 0 },
      event_id: expect.stringMatching(/^unlock_[0-9a-f]{32}$/),
      is_test: true
    })
    expect(await viewer.balance()).toEqual({ coins: 80, bonus: 0 })
    expect((await viewer.get('/user/info')).data.balance).toEqual({ coins: 80, bonus: 0 })
    expect(await viewer.states()).toEqual(['free', 'free', 'unlocked', 'locked', 'locked', 'locked'])
    expect((await viewer.post('/drama/play', { episode_id: 'e_rain_3' })).code).toBe(200)
    expect((await viewer.post('/drama/play', { episode_id: 'e_rain_4' })).code).toBe(4201)
    await expectValidLedger(server.db, viewer.userId)
  })

  test('a decision is answered once for its key, a refusal too; a key of another one or of another form is 4001', async () => {
    const viewer = await openViewer(1000)
    const [key, early] = [newKey(), newKey()]
    const first = await viewer.one(3, 60, {}, key)
    const refused = await viewer.one(5, 60, {}, early)
    expect([first.code, refused.code, (await viewer.one(4)).code]).toEqual([200, 4203, 200])
    expect((await viewer.one(3, 60, { lang: 'en' }, key)).text).toBe(first.text)
    expect((await viewer.one(5, 60, { lang: 'zh-cn' }, early)).text).toBe(refused.text)
    const named = (text: string) => ({ 'Idempotency-Key': text })
    const many = (count: number) => 'aZ09_-'.repeat(11).slice(0, count)
    const wrong = [named(many(15)), named(many(65)), named(`${many(16)}!`), named(`!${many(16)}`)]
    for (const answer of [
      await viewer.one(5, 60, {}, key),
      await viewer.upTo(6, 102, key),
      ...(await Promise.all(wrong.map(each => viewer.one(5, 60, {}, each)))),
      await viewer.post('/drama/unlock', { episode_id: 'e_rain_5', expect_price: 60 })
    ]) {
      expect(answer).toMatchObject({ code: 4001, data: { fields: ['Idempotency-Key'] } })
    }
    expect(await viewer.balance()).toEqual({ coins: 880, bonus: 0 })
    const codes = [await viewer.one(5, 60, {}, named(many(16))), await viewer.one(6, 60, {}, named(many(64)))]
    expect(codes.map(({ code }) => code)).toEqual([200, 200])
  })

  test('what goes wrong under a key leaves no answer, and is done when it is asked for again', async () => {
    const viewer = await openViewer(60)
    const context = { db: server.db, now: new Date(server.clock.now()), idempotencyKey: newKey()['Idempotency-Key'] }
    const caller = { userId: viewer.userId } as RequestContext['viewer']
    const run = (work: () => Promise<{ ok: boolean }>) =>
      runIdempotentWrite({ ...context, viewer: caller } as RequestContext, { path: '/x', request: {} }, work)
    const fail = () => Promise.reject(new Error('a fault of the server'))
    await expect(run(fail)).rejects.toThrow('a fault of the server')
    expect(await run(async () => ({ ok: true }))).toEqual({ ok: true })
    expect(await run(fail)).toEqual({ ok: true })
  })

  test('D-009 without enough coins nothing is charged, and the price is told: 4201', async () => {
    const viewer = await openViewer(59)
    const { code, msg, data } = await viewer.one(3)
    expect([code, msg]).toEqual([4201, 'Insufficient balance'])
    expect(unlockRefusal.parse(data)).toEqual({
      drama_id: 'd_rain',
      episode_id: 'e_rain_3',
      episode_no: 3,
      price: 60,
      first_locked_no: 3,
      coins: 59,
      bonus: 0,
      range: { from_no: 3, to_no: 3, episodes: 1, coins_full: 60, discount_percent: 0, coins_needed: 60 }
    })
    expect((await viewer.upTo(4, 120)).code).toBe(4201)
    await giveBonus(server, viewer.userId, 1)
    expect((await viewer.one(3)).code).toBe(200)
    expect(await viewer.balance()).toEqual({ coins: 0, bonus: 0 })
  })

  test('who owes coins pays nothing with those there are: 4201 says what is owed', async () => {
    const viewer = await openViewer(60)
    const { userId } = viewer
    const change = { type: 'revoke', coins: 100, bonus: 0, lotIds: [] } as const
    const note = { userId, kind: 'adjust', ref: { type: 'note', id: 'x' }, key: 'x', now: new Date() } as const
    await transaction(server.db, trx => postTransaction(trx, { ...note, change }))
    await giveCoins(server, userId, 300)
    const { code, data } = await viewer.one(3)
    expect([code, unlockRefusal.parse(data)]).toMatchObject([4201, { coins: 300, debt: 40 }])
    expect(await viewer.balance()).toEqual({ coins: 300, bonus: 0 })
  })

  test('D-117 earlier episodes come first: 4203 says what all of them cost at once', async () => {
    const viewer = await openViewer(1000)
    const { code, msg, data } = await viewer.one(5)
    expect([code, msg]).toEqual([4203, 'Please unlock the previous episodes before continuing'])
    expect(unlockRefusal.parse(data)).toMatchObject({
      episode_no: 5,
      price: 60,
      first_locked_no: 3,
      range: { from_no: 3, to_no: 5, episodes: 3, coins_full: 180, discount_percent: 0, coins_needed: 180 }
    })
    expect(await viewer.balance()).toEqual({ coins: 1000, bonus: 0 })
    expect((await viewer.upTo(5, 180)).code).toBe(200)
    expect((await viewer.one(6)).code).toBe(200)
    await expectValidLedger(server.db, viewer.userId)
  })

  test('a price that is not the one the viewer saw is not charged: 4202 with the present one', async () => {
    const viewer = await openViewer(1000)
    for (const wrong of [0, 59, 61]) {
      const { code, msg, data } = await viewer.one(3, wrong)
      expect([code, msg]).toEqual([4202, 'Price changed, please confirm'])
      expect(unlockRefusal.parse(data).range).toMatchObject({ episodes: 1, coins_needed: 60 })
    }
    const { code, data } = await viewer.upTo(6, 240)
    expect([code, unlockRefusal.parse(data).range]).toEqual([
      4202,
      { from_no: 3, to_no: 6, episodes: 4, coins_full: 240, discount_percent: 15, coins_needed: 204 }
    ])
    expect(await viewer.balance()).toEqual({ coins: 1000, bonus: 0 })
  })

  test('the range that was quoted changed meanwhile: 4202, and the new quote is charged', async () => {
    const viewer = await openViewer(1000)
    const quoted = (await viewer.get('/drama/quote', { drama_id: 'd_rain' })).data.coins_needed
    await viewer.one(3)
    const { code, data } = await viewer.upTo(6, quoted)
    const { coins_needed, episodes } = unlockRefusal.parse(data).range
    expect([code, coins_needed, episodes]).toEqual([4202, 153, 3])
    expect((await viewer.upTo(6, coins_needed)).data.balance).toEqual({ coins: 1000 - 60 - 153, bonus: 0 })
  })

  test('what the quote shows is what the range costs, discount and all', async () => {
    const viewer = await openViewer(500, 70)
    const { data: quote } = await viewer.get('/drama/quote', { drama_id: 'd_rain' })
    expect(quote).toMatchObject({ coins_full: 240, discount_percent: 15, coins_needed: 204 })
    const { code, data } = await viewer.upTo(6, quote.coins_needed)
    expect([code, data.balance]).toEqual([200, { coins: 500 - 134, bonus: 0 }])
    expect(
      data.unlocked.map(({ episode_no, coins_paid, bonus_paid, source }) => [
        episode_no,
        coins_paid,
        bonus_paid,
        source
      ])
    ).toEqual([
      [3, 0, 51, 'bulk'],
      [4, 32, 19, 'bulk'],
      [5, 51, 0, 'bulk'],
      [6, 51, 0, 'bulk']
    ])
    expect(await viewer.states()).toEqual(['free', 'free', 'unlocked', 'unlocked', 'unlocked', 'unlocked'])
    await expectValidLedger(server.db, viewer.userId)
  })

  test('a range is all or nothing', async () => {
    const viewer = await openViewer(203)
    expect((await viewer.upTo(6, 204)).code).toBe(4201)
    expect(await viewer.states()).toEqual(['free', 'free', 'locked', 'locked', 'locked', 'locked'])
    expect(await viewer.balance()).toEqual({ coins: 203, bonus: 0 })
  })

  test('a number above the last is the last, as in the quote', async () => {
    const viewer = await openViewer(204)
    expect((await viewer.upTo(99, 204)).data.unlocked).toHaveLength(4)
  })

  test('what is unlocked or free already is told, not charged: 4205', async () => {
    const viewer = await openViewer(1000)
    await viewer.one(3)
    for (const answer of [await viewer.one(3), await viewer.upTo(3, 60)]) {
      expect([answer.code, answer.msg]).toEqual([4205, 'Already unlocked'])
      expect(alreadyUnlocked.parse(answer.data)).toEqual({
        drama_id: 'd_rain',
        episode_id: 'e_rain_3',
        episode_no: 3,
        state: 'unlocked',
        balance: { coins: 940, bonus: 0 }
      })
    }
    const free = await viewer.one(1, 0)
    expect([free.code, alreadyUnlocked.parse(free.data).state]).toEqual([4205, 'free'])
    expect(await viewer.balance()).toEqual({ coins: 940, bonus: 0 })
  })

  test('behind an episode that was given back nothing is paid for twice: alone 4205, as a range only what is locked', async () => {
    const viewer = await openViewer(1000)
    await viewer.upTo(5, 180)
    await server.db
      .updateTable('unlocks')
      .set({ refunded_at: new Date(server.clock.now()) })
      .where('user_id', '=', viewer.userId)
      .where('episode_no', '=', 3)
      .execute()
    expect((await viewer.one(4)).code).toBe(4205)
    const { code, data } = await viewer.upTo(4, 60)
    expect([code, data.unlocked.map(({ episode_no }) => episode_no)]).toEqual([200, [3]])
    const rows = server.db.selectFrom('unlocks').selectAll().where('user_id', '=', viewer.userId).orderBy('episode_no')
    expect((await rows.execute()).map(row => [row.ledger_seq, row.source, row.refunded_at])).toEqual([
      ['3', 'bulk', null],
      ['2', 'bulk', null],
      ['2', 'bulk', null]
    ])
  })

  test('D-250 while a pass is active nothing is charged, also for automatic unlocking', async () => {
    const viewer = await openViewer(1000)
    const now = server.clock.now()
    const times = { starts_at: new Date(now - 1), ends_at: new Date(now + 60_000) }
    await server.db
      .insertInto('passes')
      .values({ user_id: viewer.userId, id: 'p', kind: 'weekly', ...times })
      .execute()
    await viewer.post('/drama/auto_unlock', { enabled: true })
    for (const answer of [
      await viewer.one(5),
      await viewer.upTo(6, 204),
      await viewer.one(3, 60, { source: 'auto' })
    ]) {
      expect([answer.code, alreadyUnlocked.parse(answer.data).state]).toEqual([4205, 'pass'])
    }
    expect(await viewer.balance()).toEqual({ coins: 1000, bonus: 0 })
    server.clock.advance(60_000)
    expect((await viewer.one(3)).code).toBe(200)
  })

  test('what is not there or offline cannot be unlocked: 4204', async () => {
    const viewer = await openViewer(1000)
    const unlockEpisode = (episode_id: string) =>
      viewer.post('/drama/unlock', { episode_id, expect_price: 60 }, newKey())
    expect(await unlockEpisode('e_rain_99')).toMatchObject({ code: 4204, msg: 'Episode not available' })
    const nowhere = { drama_id: 'd_none', to_no: 3, expect_price: 60 }
    expect((await viewer.post('/drama/unlock_to', nowhere, newKey())).code).toBe(4204)
    const setFirst = (status: 'offline' | 'online') =>
      server.db.updateTable('episodes').set({ status }).where('id', '=', 'e_moon_1').execute()
    await setFirst('offline')
    const first = { drama_id: 'd_moon', to_no: 1, expect_price: 0 }
    expect((await viewer.post('/drama/unlock_to', first, newKey())).code).toBe(4204)
    await setFirst('online')
    writeDrama(server.catalogueDir, { slug: 'brief', episodes: 3, free: 1 })
    await server.loader.scan()
    await server.db.updateTable('dramas').set({ status: 'offline' }).where('id', '=', 'd_brief').execute()
    expect((await unlockEpisode('e_brief_2')).code).toBe(4204)
    expect(await viewer.balance()).toEqual({ coins: 1000, bonus: 0 })
  })

  test('the price of the episode itself goes before the drama’s', async () => {
    writeDrama(server.catalogueDir, { slug: 'mixed', episodes: 5, free: 1, price: 40, prices: { 2: 10, 3: 0 } })
    await server.loader.scan()
    const viewer = await openViewer(50)
    const unlockAt = (no: number, expect_price: number) =>
      viewer.post('/drama/unlock', { episode_id: `e_mixed_${no}`, expect_price }, newKey())
    expect((await unlockAt(2, 40)).code).toBe(4202)
    expect((await unlockAt(2, 10)).code).toBe(200)
    expect((await unlockAt(3, 0)).code).toBe(4205)
    expect((await unlockAt(4, 40)).data.balance).toEqual({ coins: 0, bonus: 0 })
  })

  test('bonus that has ended pays for nothing', async () => {
    const viewer = await openViewer(0, 60)
    server.clock.advance(32 * 86_400_000)
    expect((await viewer.get('/user/info')).data.balance).toEqual({ coins: 0, bonus: 0 })
    const { code, data } = await viewer.one(3)
    expect([code, unlockRefusal.parse(data).bonus]).toEqual([4201, 0])
    await expectValidLedger(server.db, viewer.userId)
  })

  test.each([
    ['/drama/unlock', { episode_id: 'e_rain_3' }, 'expect_price'],
    ['/drama/unlock', { expect_price: 60 }, 'episode_id'],
    ['/drama/unlock', { episode_id: 'e_rain_3', expect_price: -1 }, 'expect_price'],
    ['/drama/unlock', { episode_id: 'e_rain_3', expect_price: 60.5 }, 'expect_price'],
    ['/drama/unlock', { episode_id: 'e_rain_3', expect_price: '60' }, 'expect_price'],
    ['/drama/unlock', { episode_id: 'e_rain_3', expect_price: 60, source: 'gift' }, 'source'],
    ['/drama/unlock_to', { drama_id: 'd_rain', to_no: 0, expect_price: 60 }, 'to_no']
  ] as const)('%s refuses %j with 4001', async (path, body, field) => {
    const viewer = await openViewer(1000)
    expect(await viewer.post(path, body, newKey())).toMatchObject({ code: 4001, data: { fields: [field] } })
  })

  test('who unlocks too often is told to wait: 429', async () => {
    const viewer = await openViewer()
    const answers = await Promise.all(
      Array.from({ length: 61 }, () =>
        viewer.post(
          '/drama/unlock_to',
          {
            drama_id: 'd_moon',
            to_no: 3,
            expect_price: 60
          },
          newKey()
        )
      )
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})
