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
})
