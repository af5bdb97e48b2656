import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, createApiClient, signIn } from '../support/api-client.js'
import { notify, openBuyer, type RefundOptions, refundByHand } from '../support/buyer.js'
import { auditLedger } from '../support/ledger-audit.js'
import { expectValidLedger, giveBonus, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const SECOND = 1000
const DAY = 86_400_000
/** What `p_brl_600` costs, in minor units. */
const AMOUNT = 1990

type User = ApiClient & { userId: string }

describe.each(engines)('refunds of orders that a merge has moved on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(async () => {
    expect((await auditLedger(server.db)).faults).toEqual([])
    await server.close()
  })

  async function mergeInto(owner: User, visitor: User) {
    server.clock.advance(SECOND)
    const { data } = await owner.post('/user/recovery_code')
    const answer = await visitor.post('/user/recover', { code: data.code })
    expect(answer.data.user.id).toBe(owner.userId)
    server.clock.advance(SECOND)
    const { token, merged } = answer.data
    return { ...createApiClient(server, token), userId: owner.userId, merged }
  }

  const walletOf = async (user: Pick<User, 'get'>) => {
    const { coins, bonus, debt } = (await user.get('/wallet/index')).data
    return [coins, bonus, debt]
  }

  async function refund(orderNo: string, options: RefundOptions = {}) {
    const result = await refundByHand(server, orderNo, options)
    return result.type === 'refused' ? result.reason : result.type
  }

  const unlock = (user: User) => user.post('/drama/unlock', { episode_id: 'e_rain_3', expect_price: 60 }, newKey())

  async function openMergedBuyer(bonus = 0) {
    const buyer = await openBuyer(server)
    const order = await buyer.buy('p_brl_600')
    if (bonus > 0) await giveBonus(server, buyer.userId, bonus)
    return { order, user: await mergeInto(await signIn(server), buyer) }
  }

  test('bonus that came over is taken as the order’s bonus, and coins only by their share', async () => {
    const { order, user } = await openMergedBuyer()
    expect(await walletOf(user)).toEqual([600, 130, 0])
    expect(await refund(order, { amount: AMOUNT / 2 })).toBe('refunded')
    expect(await walletOf(user)).toEqual([300, 65, 0])
    expect(await refund(order)).toBe('refunded')
    expect(await walletOf(user)).toEqual([0, 0, 0])
    await expectValidLedger(server.db, user.userId)
  })

  test('with debt or waived too, and a refund that fails brings bonus back as bonus', async () => {
    for (const spent of ['debt', 'waive'] as const) {
      const { order, user } = await openMergedBuyer(40)
      expect(await refund(order, { amount: AMOUNT / 2, spent, reason: 'goodwill' })).toBe('refunded')
      expect(await walletOf(user)).toEqual([300, 105, 0])
      const failed = { outcome: 'refund_failed', refund: `refund:${order}:1` } as const
      await notify(server, { order_no: order, amount: AMOUNT, back_amount: AMOUNT / 2, ...failed })
      expect(await walletOf(user)).toEqual([600, 170, 0])
      expect(await refund(order)).toBe('refunded')
      expect(await walletOf(user)).toEqual([0, 40, 0])
    }
  })

  test('bonus that was spent before or after the merge is missing, whatever else the user has', async () => {
    const buyer = await openBuyer(server)
    const order = await buyer.buy('p_brl_600')
    expect((await unlock(buyer)).code).toBe(200)
    server.clock.advance(2 * DAY)
    await giveBonus(server, buyer.userId, 90)
    const owner = await signIn(server)
    await giveBonus(server, owner.userId, 200)
    const user = await mergeInto(owner, buyer)
    expect(await walletOf(user)).toEqual([600, 70 + 90 + 200, 0])
    expect(await refund(order)).toBe('spent')
    expect(await refund(order, { amount: AMOUNT / 2 })).toBe('refunded')
    expect(await walletOf(user)).toEqual([300, 5 + 90 + 200, 0])

    const later = await openMergedBuyer()
    expect((await unlock(later.user)).code).toBe(200)
    expect(await refund(later.order)).toBe('spent')
    expect(await refund(later.order, { spent: 'debt' })).toBe('refunded')
    expect(await walletOf(later.user)).toEqual([0, 0, 60])
  })

  test('bonus that expired after the merge is not owed', async () => {
    const { order, user } = await openMergedBuyer()
    server.clock.advance(40 * DAY)
    expect(await walletOf(user)).toEqual([600, 0, 0])
    expect(await refund(order, { reason: 'A late complaint' })).toBe('refunded')
    expect(await walletOf(user)).toEqual([0, 0, 0])
  })

  test('after two merges in a row, and after an unlock was returned, it is still the order’s bonus', async () => {
    const buyer = await openBuyer(server)
    await buyer.post('/drama/auto_unlock', { enabled: true, daily_cap: 60 })
    const order = await buyer.buy('p_brl_600')
    const body = { episode_id: 'e_rain_3', expect_price: 60, source: 'auto' } as const
    expect((await buyer.post('/drama/unlock', body, newKey())).code).toBe(200)
    const second = await mergeInto(await signIn(server), buyer)
    const third = await mergeInto(await signIn(server), second)
    expect(await walletOf(third)).toEqual([600, 70, 0])
    expect((await third.post('/drama/unlock_undo', { episode_id: 'e_rain_3' }, newKey())).code).toBe(200)
    expect(await refund(order, { amount: AMOUNT / 2 })).toBe('refunded')
    expect(await walletOf(third)).toEqual([300, 65, 0])
    expect(await refund(order)).toBe('refunded')
    expect(await walletOf(third)).toEqual([0, 0, 0])
  })

  /** Two people who buy `p_brl_300`, each with a gift of 100 for the first purchase. */
  async function openTwoBuyers() {
    const laptop = await openBuyer(server)
    const phone = await openBuyer(server)
    return { laptop, phone, orders: { laptop: await laptop.buy('p_brl_300'), phone: await phone.buy('p_brl_300') } }
  }

  test.each([
    ['the first', 'laptop', 'phone'],
    ['the second', 'phone', 'laptop']
  ] as const)(
    'of two merged buyers one gift is left after a refund of %s order, and none after both',
    async (...names) => {
      const [, first, second] = names
      const { laptop, phone, orders } = await openTwoBuyers()
      const user = await mergeInto(laptop, phone)
      expect(user.merged).toMatchObject({ bonus_held: 100 })
      expect(await walletOf(user)).toEqual([600, 100, 0])
      expect(await refund(orders[first])).toBe('refunded')
      expect(await walletOf(user)).toEqual([300, 100, 0])
      expect(await refund(orders[second])).toBe('refunded')
      expect(await walletOf(user)).toEqual([0, 0, 0])
      const failed = { outcome: 'refund_failed', amount: 990 } as const
      await notify(server, { ...failed, order_no: orders[second], refund: `refund:${orders[second]}:1` })
      expect(await walletOf(user)).toEqual([300, 100, 0])
      await notify(server, { ...failed, order_no: orders[first], refund: `refund:${orders[first]}:1` })
      expect(await walletOf(user)).toEqual([600, 100, 0])
    }
  )

  test('parts of both orders take what is left of the larger gift, and a third buyer changes nothing', async () => {
    const { laptop, phone, orders } = await openTwoBuyers()
    const two = await mergeInto(laptop, phone)
    const tablet = await openBuyer(server)
    const third = await tablet.buy('p_brl_300')
    const user = await mergeInto(tablet, two)
    expect(user.merged).toMatchObject({ bonus_held: 100 })
    expect(await walletOf(user)).toEqual([900, 100, 0])
    expect(await refund(orders.phone, { amount: 495 })).toBe('refunded')
    expect(await refund(third)).toBe('refunded')
    expect(await walletOf(user)).toEqual([450, 100, 0])
    expect(await refund(orders.laptop, { amount: 495 })).toBe('refunded')
    expect(await walletOf(user)).toEqual([300, 50, 0])
    expect(await refund(orders.laptop)).toBe('refunded')
    expect(await refund(orders.phone)).toBe('refunded')
    expect(await walletOf(user)).toEqual([0, 0, 0])
  })

  test('a gift that was spent is missing once', async () => {
    const { laptop, phone, orders } = await openTwoBuyers()
    const user = await mergeInto(laptop, phone)
    expect((await unlock(user)).code).toBe(200)
    expect(await refund(orders.laptop)).toBe('refunded')
    expect(await walletOf(user)).toEqual([300, 40, 0])
    expect(await refund(orders.phone)).toBe('spent')
    expect(await refund(orders.phone, { spent: 'debt' })).toBe('refunded')
    expect(await walletOf(user)).toEqual([0, 0, 60])
  })

  test.each([
    ['a visitor', 'phone'],
    ['the account', 'laptop']
  ] as const)('a merge withholds no more of two gifts than refunds have left of the one of %s', async (_, refunded) => {
    const { laptop, phone, orders } = await openTwoBuyers()
    for (const { userId } of [laptop, phone]) await giveBonus(server, userId, 65)
    expect(await refund(orders[refunded], { amount: 445 })).toBe('refunded')
    const user = await mergeInto(laptop, phone)
    expect(user.merged).toMatchObject({ bonus_held: 56 })
    expect((await walletOf(user))[1]).toBe(100 + 65 + 65)
    expect(await refund(orders[refunded])).toBe('refunded')
    expect(await walletOf(user)).toEqual([300, 100 + 65 + 65, 0])
  })
})
