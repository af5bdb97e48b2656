import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '../../../server/db/transaction.js'
import { writeOffAllExpiredLots } from '../../../server/modules/ledger/bonus-expiry.js'
import { lockOwner } from '../../../server/modules/ledger/owner.js'
import { newAddress, openAccount, requestCode, signInByMail, type Viewer } from '../support/accounts.js'
import { createApiClient, retryOnBusy, signIn } from '../support/api-client.js'
import { notify } from '../support/buyer.js'
import { balanceOf, expectValidLedger, giveBonus, giveCoins, newKey } from '../support/money.js'
import { fewServerSetups, openServers } from '../support/open-servers.js'
import type { TestServer } from '../support/open-test-server.js'
import { writeDrama } from '../support/package-fixture.js'

const DAY = 86_400_000
const PRICE = 60
const NOTHING = {
  coins: 0,
  bonus: 0,
  unlocks: 0,
  coins_back: 0,
  bonus_held: 0,
  favorites: 0,
  dramas: 0,
  orders: 0,
  vip_ms: 0
}

describe.each(fewServerSetups)('merging on %s', kind => {
  let servers: TestServer[]
  let server: TestServer
  beforeAll(async () => {
    servers = await openServers(kind)
    server = servers[0] as TestServer
    writeDrama(server.catalogueDir, { slug: 'long', episodes: 30, free: 1, price: PRICE })
    await server.loader.scan()
  })
  afterAll(async () => {
    for (const one of servers) await one.close()
  })

  const at = (turn: number, viewer: { token: string | null }) =>
    retryOnBusy(createApiClient(serverAt(turn), viewer.token))

  const serverAt = (turn: number) => servers[turn % servers.length] ?? server

  async function unlockTo(viewer: Pick<Viewer, 'get' | 'post'>, to_no: number) {
    const { data } = await viewer.get('/drama/quote', { drama_id: 'd_long', to_no: String(to_no) })
    const body = { drama_id: 'd_long', to_no, expect_price: data.coins_needed }
    return viewer.post('/drama/unlock_to', body, newKey())
  }

  const openEpisodes = async (userId: string) => {
    const rows = await server.db
      .selectFrom('unlocks')
      .select('episode_no')
      .where('user_id', '=', userId)
      .where('refunded_at', 'is', null)
      .orderBy('episode_no')
      .execute()
    return rows.map(row => row.episode_no)
  }

  const lotsOf = async (userIds: string[]) => {
    const { rows } = await sql<{ expires_at: Date; remaining: string }>`select expires_at, sum(remaining) as remaining
      from bonus_lots where user_id in (${sql.join(userIds)}) and remaining > 0 group by expires_at order by 1`.execute(
      server.db
    )
    return rows.map(row => [row.expires_at.getTime(), Number(row.remaining)])
  }

  test('everything a visitor has comes along, once, and bonus keeps its ends', async () => {
    const account = await openAccount(server)
    const visitor = await signIn(server, { lpid: 'summer' })
    await giveCoins(server, account.userId, 200)
    await giveBonus(server, account.userId, 10)
    await giveCoins(server, visitor.userId, 300, 30)
    server.clock.advance(2 * DAY)
    await giveBonus(server, visitor.userId, 7)
    expect((await unlockTo(account, 3)).code).toBe(200)
    const lots = await lotsOf([account.userId, visitor.userId])
    expect((await unlockTo(visitor, 5)).code).toBe(200)
    for (const drama_id of ['d_rain', 'd_moon']) await visitor.post('/user/favorite', { drama_id, on: 1 })
    await account.post('/user/favorite', { drama_id: 'd_rain', on: 1 })
    const readFavoriteCount = async (drama_id: string) =>
      Number(
        (
          await server.db
            .selectFrom('dramas')
            .select('favorite_count')
            .where('id', '=', drama_id)
            .executeTakeFirstOrThrow()
        ).favorite_count
      )
    const [rain, moon] = [await readFavoriteCount('d_rain'), await readFavoriteCount('d_moon')]
    await visitor.post('/feedback/submit', { kind: 'other', text: 'hello' })
    const had = await balanceOf(server.db, visitor.userId)
    const before = await balanceOf(server.db, account.userId)
    const signed = await signInByMail(server, account.email, visitor)
    expect(signed.userId).toBe(account.userId)
    expect(signed.merged).toEqual({ ...NOTHING, ...had, unlocks: 2, coins_back: 120, favorites: 1, orders: 1 })
    expect(await balanceOf(server.db, account.userId)).toEqual({
      coins: before.coins + had.coins + 120 - 37,
      bonus: before.bonus + had.bonus + 37
    })
    expect(await lotsOf([account.userId, visitor.userId])).toEqual(lots)
    expect(await openEpisodes(account.userId)).toEqual([2, 3, 4, 5])
    expect([await readFavoriteCount('d_rain'), await readFavoriteCount('d_moon')]).toEqual([rain - 1, moon])
    for (const userId of [account.userId, visitor.userId]) await expectValidLedger(server.db, userId)
    const { data: records } = await signed.get('/wallet/records', { type: 'topup' })
    const [newest] = records.list
    expect(newest).toMatchObject({ kind: 'merge', coins: had.coins + 120 - 37, status: 'granted' })
    expect((await signed.get('/wallet/verify')).data.ok).toBe(true)
  })

  test('coins and bonus come along also where there are as many of one as of the other, or as is owed', async () => {
    const account = await openAccount(server)
    const even = await signIn(server)
    await giveCoins(server, even.userId, 90, 90)
    await signInByMail(server, account.email, even)
    expect(await balanceOf(server.db, account.userId)).toEqual({ coins: 90, bonus: 90 })

    const other = await openAccount(server)
    const owing = await signIn(server)
    await payLate(owing.userId, PRICE)
    expect((await unlockTo(owing, 2)).code).toBe(200)
    await dispute(owing.userId)
    await giveBonus(server, owing.userId, PRICE)
    const debtOf = async (userId: string) =>
      (await server.db.selectFrom('users').select('debt').where('id', '=', userId).executeTakeFirstOrThrow()).debt
    expect([await balanceOf(server.db, owing.userId), Number(await debtOf(owing.userId))]).toEqual([
      { coins: 0, bonus: PRICE },
      PRICE
    ])
    await signInByMail(server, other.email, owing)
    expect([await balanceOf(server.db, other.userId), Number(await debtOf(other.userId))]).toEqual([
      { coins: 0, bonus: PRICE },
      PRICE
    ])
    for (const { userId } of [account, even, other, owing]) await expectValidLedger(server.db, userId)
  })

  test('places in episodes: the newest wins, and what was finished stays finished', async () => {
    const account = await openAccount(server)
    const visitor = await signIn(server)
    const watch = async (viewer: Pick<Viewer, 'post'>, episode_no: number, place: number | 'end') => {
      const { data } = await viewer.post('/drama/play', { drama_id: 'd_rain', episode_no })
      const { play_id, episode } = data
      const position_s = place === 'end' ? episode.duration_s : place
      expect(
        (await viewer.post('/drama/progress', { play_id, episode_id: episode.id, position_s, beats: [] })).code
      ).toBe(200)
      server.clock.advance(1000)
    }
    await watch(account, 1, 'end')
    await watch(visitor, 1, 3)
    await watch(visitor, 2, 1)
    await watch(account, 2, 2)
    const { get, merged } = await signInByMail(server, account.email, visitor)
    expect(merged).toEqual({ ...NOTHING })
    const { data } = await get('/drama/episodes', { drama_id: 'd_rain' })
    expect(data.list.slice(0, 2)).toMatchObject([
      { position_s: 3, finished: true },
      { position_s: 2, finished: false }
    ])
    expect((await get('/user/history')).data.list).toMatchObject([{ episode_no: 2, position_s: 2 }])
  })

  test('what may be spent is what the stricter of both allowed', async () => {
    const account = await openAccount(server)
    const visitor = await signIn(server)
    await account.post('/user/limits', { daily_coins: 500, weekly_coins: 100 })
    await account.post('/user/limits', { weekly_coins: null })
    await visitor.post('/user/limits', { daily_coins: 200, weekly_coins: 900 })
    await visitor.post('/drama/auto_unlock', { enabled: true, daily_cap: 90 })
    await visitor.post('/drama/auto_unlock', { enabled: true, drama_id: 'd_rain' })
    await visitor.post('/drama/auto_unlock', { enabled: false, drama_id: 'd_moon' })
    const { get } = await signInByMail(server, account.email, visitor)
    const { data } = await get('/user/info')
    expect(data.limits).toMatchObject({
      daily_coins: 200,
      weekly_coins: 100,
      pending: { weekly_coins: { coins: 900 } }
    })
    expect(data.auto_unlock).toMatchObject({
      enabled: false,
      daily_cap: 90,
      dramas: [{ drama_id: 'd_moon', enabled: false }]
    })
  })

  test('D-160 what is left of passes is added behind those of the account', async () => {
    const account = await openAccount(server)
    const visitor = await signIn(server)
    const now = server.clock.now()
    const pass = (user_id: string, id: string, from: number, to: number) => ({
      user_id,
      id,
      kind: 'weekly' as const,
      starts_at: new Date(now + from * DAY),
      ends_at: new Date(now + to * DAY)
    })
    const passes = [
      pass(account.userId, 'a1', -4, 3),
      pass(visitor.userId, 'v1', -6, 1),
      pass(visitor.userId, 'v2', 1, 8),
      pass(visitor.userId, 'v0', -20, -13)
    ]
    await server.db.insertInto('passes').values(passes).execute()
    const { merged } = await signInByMail(server, account.email, visitor)
    const waited = server.clock.now() - now
    expect(merged).toEqual({ ...NOTHING, vip_ms: 8 * DAY - waited })
    const rows = await server.db
      .selectFrom('passes')
      .selectAll()
      .where('user_id', '=', account.userId)
      .orderBy('starts_at')
      .execute()
    expect(rows.map(({ id, ends_at }) => [id, ends_at.getTime() - now])).toEqual([
      ['v0', -13 * DAY],
      ['a1', 3 * DAY],
      ['v1', 4 * DAY - waited],
      ['v2', 11 * DAY - waited]
    ])
    const signedIn = createApiClient(server, account.token)
    expect((await signedIn.get('/user/info')).data.vip).toEqual({ active: true, until: now + 11 * DAY - waited })
    const fresh = await openAccount(server)
    const other = await signIn(server)
    await server.db
      .insertInto('passes')
      .values(pass(other.userId, 'x', -1, 6))
      .execute()
    const { get } = await signInByMail(server, fresh.email, other)
    expect((await get('/user/info')).data.vip).toEqual({ active: true, until: now + 6 * DAY })
  })

  test('two visitors become part of one account at the same moment, one by mail and one by the recovery code', async () => {
    for (let round = 0; round < 5; round++) {
      const account = await openAccount(server)
      const { data } = await account.post('/user/recovery_code')
      const visitors = await Promise.all([signIn(server), signIn(server)])
      for (const { userId } of visitors) await giveCoins(server, userId, 100, 5)
      for (const visitor of visitors) await unlockTo(visitor, 2)
      const code = await requestCode(server, account.email, account)
      const answers = await Promise.all([
        at(0, visitors[0]).post('/user/email_login', { email: account.email, code }),
        at(1, visitors[1]).post('/user/recover', { code: data.code })
      ])
      expect(answers.map(answer => [answer.code, answer.data?.user.id])).toEqual(Array(2).fill([200, account.userId]))
      expect(answers.reduce((sum, answer) => sum + (answer.data.merged?.coins_back ?? 0), 0)).toBe(60)
      expect(await balanceOf(server.db, account.userId)).toEqual({ coins: 90 + 55, bonus: 5 })
      for (const { userId } of [account, ...visitors]) await expectValidLedger(server.db, userId)
    }
  })

  test('one visitor who signs in to two accounts at the same moment becomes part of one', async () => {
    const accounts = [await openAccount(server), await openAccount(server)] as const
    const visitor = await signIn(server)
    await giveCoins(server, visitor.userId, 100)
    const codes = [
      await requestCode(server, accounts[0].email, visitor),
      await requestCode(server, accounts[1].email, visitor)
    ]
    const answers = await Promise.all(
      accounts.map(({ email }, turn) => at(turn, visitor).post('/user/email_login', { email, code: codes[turn] ?? '' }))
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 999])
    const balances = await Promise.all(accounts.map(({ userId }) => balanceOf(server.db, userId)))
    expect(balances.map(({ coins }) => coins).sort()).toEqual([0, 100])
  })

  test('a visitor whose coins came from another visitor is paid back what was paid twice', async () => {
    const [first, second] = [await signIn(server), await signIn(server)]
    await giveCoins(server, first.userId, 60)
    await unlockTo(first, 2)
    const { data } = await second.post('/user/recovery_code')
    const recovered = await first.post('/user/recover', { code: data.code })
    expect(recovered.data).toMatchObject({ user: { id: second.userId, kind: 'visitor' }, merged: { unlocks: 1 } })
    const account = await openAccount(server)
    await giveCoins(server, account.userId, 60)
    await unlockTo(account, 2)
    const signed = await signInByMail(server, account.email, createApiClient(server, recovered.data.token))
    expect(signed.merged).toMatchObject({ coins_back: 60, unlocks: 0 })
    expect(await balanceOf(server.db, account.userId)).toEqual({ coins: 60, bonus: 0 })
    for (const { userId } of [first, second, account]) await expectValidLedger(server.db, userId)
  })

  type Step =
    | { viewerIndex: number; do: 'top up' | 'give'; amount: number }
    | { viewerIndex: number; do: 'unlock' | 'auto and undo'; amount: number }
    | { viewerIndex: number; do: 'wait' | 'expire' | 'dispute'; amount: number }
  const step: fc.Arbitrary<Step> = fc.record({
    viewerIndex: fc.nat(1),
    do: fc.constantFrom('top up', 'give', 'unlock', 'unlock', 'auto and undo', 'wait', 'expire', 'dispute'),
    amount: fc.integer({ min: 1, max: 300 })
  })

  /** Creates an order, also for a viewer who was merged, and reports it as paid; returns the credited coins. */
  async function payLate(userId: string, coins: number): Promise<number> {
    const order_no = `o_${newKey()['Idempotency-Key']}`
    const now = new Date(server.clock.now())
    await server.db
      .insertInto('orders')
      .values({
        order_no,
        event_id: `p_${order_no}`,
        user_id: userId,
        product_id: 'p_test',
        kind: 'coins',
        coins,
        bonus: 0,
        days: null,
        amount: 100,
        currency: 'BRL',
        status: 'pending',
        provider: 'sandbox',
        lang: 'pt',
        is_test: true,
        provider_ref: order_no,
        pay_url: 'https://pay.test',
        created_at: now,
        expires_at: new Date(now.getTime() + 1)
      })
      .execute()
    // Repeats the notice until it is accepted, as payment providers do.
    await expect.poll(async () => (await notify(serverAt(coins), { order_no, amount: 100 })).status).toBe(200)
    const paid = await server.db
      .selectFrom('orders')
      .select(['status', 'gift'])
      .where('order_no', '=', order_no)
      .executeTakeFirstOrThrow()
    expect(paid.status).toBe('paid')
    return coins + paid.gift
  }

  /** Disputes the viewer's first paid order; returns the amount that was reversed. */
  async function dispute(userId: string): Promise<number> {
    const owner = await transaction(server.db, trx => lockOwner(trx, userId))
    const order = await server.db
      .selectFrom('orders')
      .select('order_no')
      .where('user_id', '=', owner)
      .where('status', '=', 'paid')
      .orderBy('order_no')
      .executeTakeFirst()
    if (order === undefined) return 0
    const notice = { order_no: order.order_no, outcome: 'disputed', amount: 100 } as const
    await expect.poll(async () => (await notify(server, notice)).status).toBe(200)
    const { rows } = await sql<{ taken: string }>`select sum(amount) as taken from ledger_entries
      join ledger_txns using (user_id, seq) where kind = 'order_refund' and ref_id = ${order.order_no}
      and ref_type = 'order' and account in ('sys:sales', 'sys:rewards')`.execute(server.db)
    return Number(rows[0]?.taken)
  }

  async function runStep(viewers: readonly Viewer[], { viewerIndex, do: action, amount }: Step): Promise<number> {
    const viewer = viewers[viewerIndex] as Viewer
    const api = at(amount, viewer)
    if (action === 'top up') return payLate(viewer.userId, amount)
    if (action === 'dispute') return -(await dispute(viewer.userId))
    if (action === 'give') await giveBonus(server, viewer.userId, amount)
    else if (action === 'unlock') await unlockTo(api, 1 + (amount % 12))
    else if (action === 'wait') server.clock.advance((amount % 12) * DAY)
    else if (action === 'expire') await writeOffAllExpiredLots(server.db, new Date(server.clock.now()))
    else {
      const open = (await openEpisodes(viewer.userId)).length
      const episode_id = `e_long_${open + 2}`
      server.clock.advance(10_001)
      await api.post('/drama/unlock', { episode_id, expect_price: PRICE, source: 'auto' }, newKey())
      await api.post('/drama/unlock_undo', { episode_id }, newKey())
    }
    return action === 'give' ? amount : 0
  }

  /** Checks that everything granted is still there, waits for an operator, is spent or expired. */
  async function expectConserved(userIds: string[], granted: number) {
    const { rows } = await sql<Record<string, string>>`select
      (select coalesce(sum(coins + bonus - debt), 0) from users where id in (${sql.join(userIds)})) as left,
      (select coalesce(sum(bonus), 0) from pending_earnings where user_id in (${sql.join(userIds)})) as waiting,
      coalesce(sum(amount) filter (where account = 'sys:spent'), 0) as spent,
      coalesce(sum(amount) filter (where account = 'sys:expired'), 0) as expired,
      coalesce(sum(amount) filter (where account = 'sys:moved'), 0) as moved
      from ledger_entries where user_id in (${sql.join(userIds)})`.execute(server.db)
    const found = Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]))
    expect(found.moved).toBe(0)
    expect((found.left ?? 0) + (found.waiting ?? 0) + (found.spent ?? 0) + (found.expired ?? 0)).toBe(granted)
    for (const userId of userIds) await expectValidLedger(server.db, userId)
  }

  async function run({ before, during }: { before: Step[]; during: Step[] }) {
    const account = await openAccount(server, newAddress())
    const visitor = await signIn(server)
    const viewers = [visitor, { ...account, token: account.token }] as const
    for (const { post } of viewers) await post('/drama/auto_unlock', { enabled: true, daily_cap: 1_000_000 })
    let granted = 0
    for (const one of before) granted += await runStep(viewers, one)
    const code = await requestCode(server, account.email, account)
    const open = new Set((await Promise.all(viewers.map(({ userId }) => openEpisodes(userId)))).flat())
    const [login, again, ...late] = await Promise.all([
      at(0, visitor).post('/user/email_login', { email: account.email, code }),
      at(1, visitor).post('/user/email_login', { email: account.email, code }),
      ...during.map(one => runStep(viewers, one))
    ])
    granted += late.reduce((sum, amount) => sum + amount, 0)
    expect([login.code, again.code]).toEqual([200, 200])
    expect(again.data.merged).toEqual(login.data.merged)
    expect(await balanceOf(server.db, visitor.userId)).toEqual({ coins: 0, bonus: 0 })
    await expectConserved([account.userId, visitor.userId], granted)
    const openNow = new Set(await openEpisodes(account.userId))
    const paidAgain = await sql<{ no: number }>`select episode_no as no from unlocks
      where user_id = ${visitor.userId} and refunded_at is not null and bonus_paid > 0`.execute(server.db)
    const relocked = (login.data.merged?.bonus_held ?? 0) > 0 ? paidAgain.rows.map(({ no }) => no) : []
    for (const no of open) if (!relocked.includes(no)) expect(openNow).toContain(no)
    const later = createApiClient(server, login.data.token)
    granted += await payLate(visitor.userId, 100_000)
    expect((await unlockTo(later, Math.max(1, ...openNow) + 1)).code).toBe(200)
    await expectConserved([account.userId, visitor.userId], granted)
  }

  test('whatever happened before and meanwhile, nothing is lost and nothing appears', async () => {
    // Only these steps are requests that can race with a sign-in; the others move the clock or write SQL.
    const meeting = step.filter(({ do: action }) => action === 'top up' || action === 'unlock')
    const history = fc.record({
      before: fc.array(step, { minLength: 2, maxLength: 14, size: 'max' }),
      during: fc.array(meeting, { maxLength: 4 })
    })
    await fc.assert(fc.asyncProperty(history, run), { numRuns: 12, endOnFailure: true })
  }, 180_000)
})
