import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, createApiClient, signIn } from '../support/api-client.js'
import { notify, openBuyer, refundByHand } from '../support/buyer.js'
import { auditLedger } from '../support/ledger-audit.js'
import { expectValidLedger, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const AMOUNT = 990

describe.each(engines)('the task for a top-up after refunds on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
    // Noon in São Paulo.
    server.clock.advance(DAY - (server.clock.now() % DAY) + 15 * HOUR)
  })
  afterAll(async () => {
    expect((await auditLedger(server.db)).faults).toEqual([])
    await server.close()
  })

  const walletOf = async (user: Pick<ApiClient, 'get'>) => {
    const { coins, bonus, debt } = (await user.get('/wallet/index')).data
    return [coins, bonus, debt]
  }
  const claim = async (user: ApiClient) => (await user.post('/task/claim', { code: 'topup_gift' })).code
  const refund = async (orderNo: string, amount: number | null = null) =>
    (await refundByHand(server, orderNo, { amount })).type
  const fail = (order_no: string) => {
    const failed = { outcome: 'refund_failed', refund: `refund:${order_no}:1` } as const
    return notify(server, { order_no, amount: AMOUNT, ...failed })
  }
  const unlock = (user: ApiClient, no: number) =>
    user.post('/drama/unlock', { episode_id: `e_rain_${no}`, expect_price: 60 }, newKey())

  /** Has bought 300 coins with a gift of 100, and claimed 50. */
  async function openClaimer() {
    const buyer = await openBuyer(server)
    const order = await buyer.buy('p_brl_300')
    expect(await claim(buyer)).toBe(200)
    expect(await walletOf(buyer)).toEqual([300, 150, 0])
    return { buyer, order }
  }

  test('its bonus goes with the last part of the order, comes back if the refund fails, and goes again', async () => {
    const { buyer, order } = await openClaimer()
    expect(await refund(order, 90)).toBe('refunded')
    expect((await walletOf(buyer))[1]).toBe(150 - 9)
    expect(await refund(order)).toBe('refunded')
    expect(await walletOf(buyer)).toEqual([0, 0, 0])
    expect(await claim(buyer)).toBe(4407)
    for (let count = 0; count < 2; count++)
      await notify(server, { order_no: order, amount: AMOUNT, outcome: 'refunded', back_amount: AMOUNT })
    expect(await walletOf(buyer)).toEqual([0, 0, 0])
    await fail(order)
    expect((await walletOf(buyer))[1]).toBeGreaterThanOrEqual(50)
    const dispute = { order_no: order, amount: AMOUNT, dispute: 'dp_1' } as const
    await notify(server, { ...dispute, outcome: 'disputed' })
    expect(await walletOf(buyer)).toEqual([0, 0, 0])
    await notify(server, { ...dispute, outcome: 'dispute_won' })
    expect((await walletOf(buyer))[1]).toBeGreaterThanOrEqual(50)
    const { list } = (await buyer.get('/wallet/records', { type: 'bonus', lang: 'en' })).data
    const tasks = list.filter(({ bonus }) => Math.abs(bonus) === 50)
    expect(tasks.map(({ title, bonus, status }) => [title, bonus, status])).toEqual([
      ['Refund undone', 50, 'granted'],
      ['Refund', -50, 'refunded'],
      ['Refund undone', 50, 'granted'],
      ['Refund', -50, 'refunded'],
      ['Daily task', 50, 'granted']
    ])
    const topUps = (await buyer.get('/wallet/records', { type: 'topup' })).data.list
    expect(topUps.every(({ order_no }) => order_no === order)).toBe(true)
    await expectValidLedger(server.db, buyer.userId)
  })

  test('another order of the day keeps it, or brings it back', async () => {
    const { buyer, order } = await openClaimer()
    const second = await buyer.buy('p_brl_300')
    expect(await refund(order)).toBe('refunded')
    expect(await walletOf(buyer)).toEqual([300, 50, 0])
    expect(await refund(second)).toBe('refunded')
    expect(await walletOf(buyer)).toEqual([0, 0, 0])
    await buyer.buy('p_brl_300')
    expect(await walletOf(buyer)).toEqual([300, 50, 0])
  })

  test('an order of another day does not keep it', async () => {
    const { buyer, order } = await openClaimer()
    server.clock.advance(DAY)
    const next = await buyer.buy('p_brl_300')
    expect(await claim(buyer)).toBe(200)
    expect(await refund(next)).toBe('refunded')
    expect(await walletOf(buyer)).toEqual([300, 150, 0])
    expect(await refund(order)).toBe('refunded')
    expect(await walletOf(buyer)).toEqual([0, 0, 0])
  })

  test('the day is that of the campaign’s time zone, also when the campaign has changed', async () => {
    const lpid = `auckland_${engine}`
    const created_at = new Date(server.clock.now())
    const campaign = { lpid, name: lpid, status: 'active', timezone: 'Pacific/Auckland', created_at } as const
    await server.db.insertInto('campaigns').values(campaign).execute()
    const buyer = await openBuyer(server, { lpid })
    // 23:00 of the day before in Auckland, the same day in São Paulo.
    server.clock.advance(DAY - (server.clock.now() % DAY) + 10 * HOUR)
    const first = await buyer.buy('p_brl_300')
    expect(await claim(buyer)).toBe(200)
    server.clock.advance(4 * HOUR)
    await buyer.buy('p_brl_300')
    expect(await walletOf(buyer)).toEqual([600, 150, 0])
    await sql`update users set last_lpid = null where id = ${buyer.userId}`.execute(server.db)
    await sql`update orders set lpid = ${lpid} where order_no = ${first}`.execute(server.db)
    expect(await refund(first)).toBe('refunded')
    expect(await walletOf(buyer)).toEqual([300, 0, 0])
  })

  test('what was spent of it stays spent, without debt and without coins', async () => {
    const buyer = await openBuyer(server)
    await buyer.buy('p_brl_300')
    server.clock.advance(DAY)
    const order = await buyer.buy('p_brl_300')
    expect(await claim(buyer)).toBe(200)
    // Takes the gift of 100 first, because it ends earlier.
    for (const no of [3, 4]) expect((await unlock(buyer, no)).code).toBe(200)
    expect(await walletOf(buyer)).toEqual([600, 30, 0])
    expect(await refund(order)).toBe('refunded')
    expect(await walletOf(buyer)).toEqual([300, 0, 0])
    await fail(order)
    expect(await walletOf(buyer)).toEqual([600, 30, 0])
    await expectValidLedger(server.db, buyer.userId)
  })

  test('after a merge it is taken from the account', async () => {
    const { buyer, order } = await openClaimer()
    const owner = await signIn(server)
    const { data } = await owner.post('/user/recovery_code')
    server.clock.advance(1000)
    const { token } = (await buyer.post('/user/recover', { code: data.code })).data
    const user = createApiClient(server, token)
    server.clock.advance(1000)
    expect(await walletOf(user)).toEqual([300, 150, 0])
    expect(await refund(order)).toBe('refunded')
    expect(await walletOf(user)).toEqual([0, 0, 0])
    await fail(order)
    expect((await walletOf(user))[1]).toBe(150)
    for (const { userId } of [buyer, owner]) await expectValidLedger(server.db, userId)
  })
})
