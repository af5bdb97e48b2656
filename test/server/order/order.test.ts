import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccount, signInByMail } from '../support/accounts.js'
import { notify, openBuyer, refundByHand } from '../support/buyer.js'
import { balanceOf, expectValidLedger, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY = 86_400_000

describe.each(engines)('the store on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, checkAnswers: true })
  })
  afterAll(() => server.close())

  const now = () => server.clock.now()
  const locked = { episode_id: 'e_rain_3' }
  const unlock = { ...locked, expect_price: 60 }

  test('D-011 a viewer buys coins: order, checkout, notice, and the coins are there with the first gift', async () => {
    const buyer = await openBuyer(server)
    const before = (await buyer.get('/store/index', { lang: 'en' })).data
    expect(before).toMatchObject({
      currency: 'BRL',
      debt: 0,
      vip: { active: false, until: null },
      first_gift: { bonus: 100 },
      needs_way_back: true,
      providers: [{ id: 'sandbox', is_test: true, embedded: true }],
      balance: { coins: 0, bonus: 0 },
      disclosures: ['no_renewal', 'coins_do_not_end', 'bonus_ends', 'refund_unspent', 'test_payments']
    })
    expect(before.products.map(({ title, coins, bonus, amount }) => [title, coins, bonus, amount])).toEqual([
      ['300 coins', 300, 0, 990],
      ['600 coins', 600, 30, 1990],
      ['1,200 coins', 1200, 120, 3990],
      ['3,000 coins', 3000, 450, 9990],
      ['6,000 coins', 6000, 1200, 19_990],
      ['Weekly pass', 0, 0, 2990],
      ['Monthly pass', 0, 0, 7990]
    ])
    const { data: order } = await buyer.order('p_brl_600')
    expect(order).toMatchObject({ status: 'pending', event_id: `p_${order.order_no}`, pay: { type: 'sandbox' } })
    expect(order.order_no).toMatch(/^o_[A-Za-z0-9_-]{22}$/)
    const pending = { status: 'pending', coins: 600, bonus: 130, pay: order.pay }
    expect((await buyer.status(order.order_no)).data).toMatchObject(pending)
    await buyer.decide(order.order_no, 'approve')
    expect((await buyer.status(order.order_no)).data).toMatchObject({
      status: 'paid',
      coins: 600,
      bonus: 130,
      amount: 1990,
      currency: 'BRL',
      pay: null,
      balance: { coins: 600, bonus: 130 }
    })
    const after = (await buyer.get('/store/index', { lang: 'en' })).data
    expect([after.first_gift, after.needs_way_back]).toEqual([null, false])
    await expectValidLedger(server.db, buyer.userId)
  })

  const passes = [
    ['D-012 D-014 a weekly pass', 'p_brl_weekly', 7],
    ['D-013 D-015 D-016 a monthly pass', 'p_brl_monthly', 30]
  ] as const
  test.each(passes)(
    '%s makes a VIP: everything plays and nothing is charged, to the last moment',
    async (_name, id, days) => {
      const buyer = await openBuyer(server)
      await buyer.buy('p_brl_300')
      const coins = await balanceOf(server.db, buyer.userId)
      expect((await buyer.post('/drama/play', locked)).code).toBe(4201)
      await buyer.buy(id)
      const vip = { active: true, until: now() + days * DAY }
      expect((await buyer.get('/user/info')).data.vip).toEqual(vip)
      expect((await buyer.get('/store/index')).data.vip).toEqual(vip)
      server.clock.advance(days * DAY - 1)
      expect((await buyer.post('/drama/play', { episode_id: 'e_rain_6' })).code).toBe(200)
      expect((await buyer.post('/drama/unlock', unlock, newKey())).code).toBe(4205)
      expect((await balanceOf(server.db, buyer.userId)).coins).toBe(coins.coins)
      server.clock.advance(1)
      expect((await buyer.post('/drama/play', locked)).code).toBe(4201)
      expect((await buyer.get('/wallet/index')).data.vip).toEqual({ ...vip, active: false })
    }
  )

  test.each([MINUTE_MS, HOUR_MS, 25 * HOUR_MS, 49 * HOUR_MS])(
    'a pass that is bought while the clock is %d ms ahead is active at once, and one bought before a step back is',
    async jump => {
      const [ahead, right] = [await openBuyer(server), await openBuyer(server)]
      await right.buy('p_brl_weekly')
      server.clock.advance(jump)
      await ahead.buy('p_brl_weekly')
      await ahead.buy('p_brl_weekly')
      const { until } = (await ahead.get('/user/info')).data.vip
      server.clock.advance(-jump)
      expect((await ahead.get('/user/info')).data.vip).toEqual({ active: true, until })
      expect((await ahead.post('/drama/play', locked)).code).toBe(200)
      server.clock.advance(-jump)
      expect((await right.post('/drama/play', locked)).code).toBe(200)
      expect((await right.get('/user/info')).data.vip.active).toBe(true)
      server.clock.advance(jump)
    }
  )

  test('passes follow each other; one that is paid back leaves no gap, and repeated news changes nothing', async () => {
    const buyer = await openBuyer(server)
    const start = now()
    const until = async () => ((await buyer.get('/wallet/index')).data.vip.until ?? start) - start
    const weekly = await buyer.buy('p_brl_weekly')
    const second = await buyer.buy('p_brl_weekly')
    await buyer.buy('p_brl_monthly')
    expect(await until()).toBe(44 * DAY)
    await notify(server, { order_no: weekly, amount: 2990 })
    expect(await until()).toBe(44 * DAY)
    server.clock.advance(2 * DAY)
    // Five days of the first pass are left; the refund ends them.
    for (const outcome of ['refunded', 'refunded', 'disputed'] as const) {
      await notify(server, { order_no: weekly, outcome, amount: 2990 })
    }
    expect(await until()).toBe(39 * DAY)
    expect((await buyer.post('/drama/play', locked)).code).toBe(200)
    server.clock.advance(8 * DAY)
    await notify(server, { order_no: second, outcome: 'refunded', amount: 2990 })
    expect(await until()).toBe(39 * DAY)
    expect((await buyer.get('/wallet/index')).data.vip.active).toBe(true)
    // Setting the clock back and forward shortens no pass.
    server.clock.advance(-DAY)
    await buyer.buy('p_brl_weekly')
    server.clock.advance(DAY)
    expect(await until()).toBe(46 * DAY)
    const records = (await buyer.get('/wallet/records', { type: 'topup', lang: 'en' })).data.list
    const entries = records.map(({ title, amount, status }) => [title, amount, status])
    expect(entries.slice(0, 3)).toEqual([
      ['Refund', 2990, 'refunded'],
      ['Weekly pass', 2990, 'paid'],
      ['Refund', 2990, 'refunded']
    ])
    // Records of the same moment come in any order.
    expect(entries.slice(3).sort()).toEqual([
      ['Monthly pass', 7990, 'paid'],
      ['Weekly pass', 2990, 'refunded'],
      ['Weekly pass', 2990, 'refunded']
    ])
  })

  test('passes end at most 365 days ahead', async () => {
    const buyer = await openBuyer(server)
    for (let count = 0; count < 12; count++)
      expect((await buyer.status(await buyer.buy('p_brl_monthly'))).code).toBe(200)
    const refused = await buyer.order('p_brl_monthly')
    expect([refused.code, refused.data]).toEqual([4001, { fields: ['product_id'], reason: 'pass_limit' }])
    expect((await buyer.order('p_brl_weekly')).code).toBe(4001)
    server.clock.advance(2 * DAY)
    expect((await buyer.order('p_brl_weekly')).code).toBe(200)
    expect((await buyer.order('p_brl_300')).code).toBe(200)
  })

  test('what cannot be bought is refused, and the table alone says what it costs', async () => {
    const buyer = await openBuyer(server)
    const wrong: [string, object, string][] = [
      ['p_brl_301', {}, 'product_id'],
      ['p_brl_300', { provider: 'stripe' }, 'provider'],
      ['p_brl_300', { return_url: 'javascript:alert(1)' }, 'return_url'],
      ['p_brl_300', { return_url: 'partner.example' }, 'return_url']
    ]
    for (const [id, more, field] of wrong) {
      expect(await buyer.order(id, more)).toMatchObject({ code: 4001, data: { fields: [field] } })
    }
    expect(await buyer.order('p_brl_300', {}, { 'Idempotency-Key': 'short' })).toMatchObject({ code: 4001 })
    const products = server.db.updateTable('products').where('id', '=', 'p_brl_300')
    await products.set({ amount: 1 }).execute()
    const { money, best_option } = (await buyer.get('/drama/quote', { drama_id: 'd_rain' })).data
    expect([money.basis, best_option]).toEqual([{ coins: 300, amount: 1 }, expect.objectContaining({ amount: 1 })])
    expect(await buyer.order('p_brl_300', { expect_amount: 990 })).toMatchObject({
      code: 4202,
      data: { amount: 1, currency: 'BRL' }
    })
    const written = server.db.selectFrom('orders').select('order_no').where('user_id', '=', buyer.userId)
    expect(await written.execute()).toEqual([])
    expect(await buyer.order('p_brl_300', { expect_amount: 1 })).toMatchObject({ code: 200 })
    const order_no = await buyer.buy('p_brl_300')
    expect((await buyer.status(order_no)).data).toMatchObject({ status: 'paid', amount: 1 })
    await products.set({ amount: 990, status: 'withdrawn' }).execute()
    expect((await buyer.order('p_brl_300')).data).toMatchObject({ reason: 'not_on_sale' })
    await products.set({ status: 'on_sale' }).execute()
    const other = await openBuyer(server)
    expect(await other.status(order_no)).toMatchObject({ code: 4301, data: null })
    expect((await other.status(order_no)).text).toBe((await other.status('o_nothing')).text)
  })

  test('a notice of one provider does not reach an order of another', async () => {
    const { userId } = await openBuyer(server)
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
        coins: 300,
        bonus: 0,
        days: null,
        amount: 990,
        currency: 'BRL',
        status: 'pending',
        provider: 'stripe',
        lang: 'pt',
        is_test: false,
        provider_ref: order_no,
        pay_url: 'https://pay.test',
        created_at: now,
        expires_at: new Date(now.getTime() + 3_600_000)
      })
      .execute()
    await notify(server, { order_no, amount: 990 })
    const order = server.db.selectFrom('orders').select('status').where('order_no', '=', order_no)
    expect(await order.executeTakeFirst()).toEqual({ status: 'pending' })
    expect(await balanceOf(server.db, userId)).toEqual({ coins: 0, bonus: 0 })
  })

  test('who orders too often is told to wait: 429', async () => {
    const buyer = await openBuyer(server)
    for (let count = 0; count < 20; count++) expect((await buyer.order('p_brl_300')).status).toBe(200)
    expect(await buyer.order('p_brl_300')).toMatchObject({ status: 429, code: 4502 })
    server.clock.advance(30_000)
    expect((await buyer.order('p_brl_300')).status).toBe(200)
  })

  test('coins that were spent before the money went back are owed, stop unlocking, and are settled by the next', async () => {
    const buyer = await openBuyer(server)
    const order_no = await buyer.buy('p_brl_300')
    const spent = await buyer.post('/drama/unlock_to', { drama_id: 'd_rain', to_no: 5, expect_price: 180 }, newKey())
    expect(spent.data.balance).toEqual({ coins: 220, bonus: 0 })
    expect(await notify(server, { order_no, outcome: 'disputed' })).toEqual({ status: 200, text: 'success' })
    expect((await buyer.get('/wallet/index')).data).toMatchObject({ coins: 0, bonus: 0, debt: 180 })
    expect((await buyer.get('/user/info')).data.debt).toBe(180)
    expect((await buyer.post('/drama/play', { episode_id: 'e_rain_6' })).data).toMatchObject({ debt: 180 })
    const refused = await buyer.post('/drama/unlock', { episode_id: 'e_rain_6', expect_price: 60 }, newKey())
    expect(refused).toMatchObject({ code: 4201, data: { debt: 180, coins: 0 } })
    expect((await buyer.get('/store/index')).data).toMatchObject({ debt: 180, first_gift: null })
    await buyer.buy('p_brl_300')
    expect((await buyer.get('/wallet/index')).data).toMatchObject({ coins: 120, bonus: 0, debt: 0 })
    expect((await buyer.post('/drama/unlock', { episode_id: 'e_rain_6', expect_price: 60 }, newKey())).code).toBe(200)
    await expectValidLedger(server.db, buyer.userId)
    const { list } = (await buyer.get('/wallet/records', { type: 'topup', lang: 'en' })).data
    expect(list.map(({ title, coins, bonus, amount, status }) => [title, coins, bonus, amount, status])).toEqual([
      ['Debt settled', -180, 0, null, 'spent'],
      ['Top-up', 300, 0, 990, 'paid'],
      ['Refund', -220, 0, 990, 'refunded'],
      ['Top-up', 300, 100, 990, 'refunded']
    ])
    const first = (await buyer.get('/wallet/records', { type: 'topup', page_size: '3' })).data
    const rest = await buyer.get('/wallet/records', { type: 'topup', cursor: first.next_cursor ?? '' })
    expect([...first.list, ...rest.data.list].map(({ id }) => id)).toEqual(list.map(({ id }) => id))
  })

  test('an order is paid back by hand while all of it is there, for 14 days, once', async () => {
    const buyer = await openBuyer(server)
    const refund = (order_no: string) => refundByHand(server, order_no)
    const whole = await buyer.buy('p_brl_600')
    expect(await refund((await buyer.order('p_brl_300')).data.order_no)).toMatchObject({ reason: 'not_paid' })
    expect(await Promise.all([refund(whole), refund(whole)])).toMatchObject([
      { type: 'refunded' },
      { type: 'refunded' }
    ])
    expect(await balanceOf(server.db, buyer.userId)).toEqual({ coins: 0, bonus: 0 })
    expect((await buyer.status(whole)).data.status).toBe('refunded')
    const touched = await buyer.buy('p_brl_600')
    expect((await buyer.post('/drama/unlock', unlock, newKey())).code).toBe(200)
    expect(await refund(touched)).toEqual({ type: 'refused', reason: 'spent' })
    const old = await buyer.buy('p_brl_300')
    server.clock.advance(14 * DAY + 1)
    expect(await refund(old)).toEqual({ type: 'refused', reason: 'too_late' })
    expect(await refund('o_nothing')).toEqual({ type: 'refused', reason: 'unknown_order' })
    await expectValidLedger(server.db, buyer.userId)
  })

  test('bonus that had ended is not owed', async () => {
    const buyer = await openBuyer(server)
    const order_no = await buyer.buy('p_brl_600')
    server.clock.advance(40 * DAY)
    await notify(server, { order_no, outcome: 'refunded', amount: 1990 })
    expect((await buyer.get('/wallet/index')).data).toMatchObject({ coins: 0, bonus: 0, debt: 0 })
    await expectValidLedger(server.db, buyer.userId)
  })

  test('an order that a visitor brought along is paid back as if it had been the account’s', async () => {
    const refund = (order_no: string) => refundByHand(server, order_no)
    const spender = await openBuyer(server)
    const spent = await spender.buy('p_brl_600')
    await spender.post('/drama/unlock', { episode_id: 'e_rain_3', expect_price: 60 }, newKey())
    const first = await openAccount(server)
    await signInByMail(server, first.email, spender)
    expect(await refund(spent)).toEqual({ type: 'refused', reason: 'spent' })
    const saver = await openBuyer(server)
    const order_no = await saver.buy('p_brl_600')
    server.clock.advance(40 * DAY)
    // Bonus that expired before the merge is not owed afterwards.
    expect((await saver.get('/wallet/index')).data).toMatchObject({ coins: 600, bonus: 0 })
    await saver.get('/wallet/records', { type: 'bonus' })
    const second = await openAccount(server)
    const signed = await signInByMail(server, second.email, saver)
    await notify(server, { order_no, outcome: 'refunded', amount: 1990 })
    expect((await signed.get('/wallet/index')).data).toMatchObject({ coins: 0, bonus: 0, debt: 0 })
    for (const { userId } of [spender, first, saver, second]) await expectValidLedger(server.db, userId)
  })

  test('a pass whose refund was told before its payment has two records, also where a page ends between them', async () => {
    const buyer = await openBuyer(server)
    const { order_no } = (await buyer.order('p_brl_weekly')).data
    await notify(server, { order_no, outcome: 'refunded', amount: 2990 })
    const page = async (cursor = {}) =>
      (await buyer.get('/wallet/records', { type: 'topup', lang: 'en', page_size: '1', ...cursor })).data
    const first = await page()
    const second = await page({ cursor: first.next_cursor ?? '' })
    expect([...first.list, ...second.list].map(({ title }) => title)).toEqual(['Refund', 'Weekly pass'])
    expect(second.has_more).toBe(false)
  })

  test('the database refuses what no code may do to orders and debt', async () => {
    const buyer = await openBuyer(server)
    const order_no = await buyer.buy('p_brl_300')
    const open = (await buyer.order('p_brl_300')).data.order_no
    const user = buyer.userId
    await buyer.buy('p_brl_weekly')
    const attacks: [ReturnType<typeof sql>, RegExp][] = [
      [sql`update orders set amount = 1 where order_no = ${order_no}`, /does not change/],
      [sql`update orders set coins = 9000 where order_no = ${open}`, /does not change/],
      [sql`update orders set status = 'pending', paid_at = null where order_no = ${order_no}`, /does not go/],
      [sql`update orders set paid_at = now() where order_no = ${order_no}`, /paid once/],
      [sql`update orders set status = 'paid', paid_at = now() where order_no = ${open}`, /has not given/],
      [sql`update orders set status = 'refunded', refunded_at = now() where order_no = ${open}`, /does not go|check/],
      [sql`delete from orders where order_no = ${order_no}`, /are kept/],
      [sql`truncate orders`, /are kept/],
      [sql`update order_events set result = 'paid'`, /are kept/],
      [sql`update users set debt = 5 where id = ${user}`, /not that of the ledger/],
      [sql`update users set debt = -5 where id = ${user}`, /check/],
      [
        sql`insert into passes (user_id, id, kind, starts_at, ends_at, order_no)
        select user_id, 'again', kind, starts_at, ends_at, order_no from passes where order_no is not null limit 1`,
        /unique/
      ]
    ]
    for (const [attack, reason] of attacks) await expect(attack.execute(server.db)).rejects.toThrow(reason)
    await expectValidLedger(server.db, user)
  })
})
