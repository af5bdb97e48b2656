import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireOverdueOrders } from '../../../server/modules/order/expiry-job.js'
import { applyPaymentUpdate } from '../../../server/modules/order/settle.js'
import { createPollContext, notify, openBuyer } from '../support/buyer.js'
import { balanceOf, expectValidLedger, newKey } from '../support/money.js'
import { fewServerSetups, openServers } from '../support/open-servers.js'
import type { TestServer } from '../support/open-test-server.js'

const FIFTY_INDEXES = Array.from({ length: 50 }, (_, index) => index)
const HOUR = 3_600_000

describe.each(fewServerSetups)('orders that many tell of, on %s', kind => {
  let servers: TestServer[]
  let server: TestServer
  beforeAll(async () => {
    servers = await openServers(kind)
    server = servers[0] as TestServer
  })
  afterAll(async () => {
    for (const one of servers) await one.close()
  })

  const serverOf = (turn: number) => servers[turn % servers.length] ?? server

  async function readGranted(orderNo: string) {
    const { db } = server
    const txns = await db
      .selectFrom('ledger_txns')
      .select(['kind', 'coins', 'bonus'])
      .where('ref_type', '=', 'order')
      .where('ref_id', '=', orderNo)
      .orderBy('seq')
      .execute()
    const passes = await db.selectFrom('passes').select('id').where('order_no', '=', orderNo).execute()
    const events = await db
      .selectFrom('event_outbox')
      .select('event')
      .where('event_id', '=', `p_${orderNo}`)
      .orderBy('event')
      .execute()
    return {
      txns: txns.map(({ kind: name, coins, bonus }) => [name, Number(coins), Number(bonus)]),
      passes: passes.length,
      events: events.map(({ event }) => event)
    }
  }

  test('50 notices, polls, returns and closings at once: the coins, the gift and the event come once', async () => {
    const buyer = await openBuyer(server)
    const { order_no } = (await buyer.order('p_brl_600')).data
    const { db, clock } = server
    const decided = { order_no, decision: 'approved', decided_at: new Date(clock.now()) } as const
    await db.insertInto('sandbox_payments').values(decided).execute()
    await Promise.all(
      FIFTY_INDEXES.map(turn => {
        const at = serverOf(turn)
        const ways = [
          () => notify(at, { order_no, amount: 1990 }),
          () => notify(at, { order_no, amount: 1990, event_id: 'evt_same' }),
          () => buyer.on(at).get('/store/order_status', { order_no }),
          () => at.fetch(`/pay/sandbox/${order_no}`),
          () => expireOverdueOrders(createPollContext(at), new Date(clock.now() + 2 * HOUR))
        ]
        return ways[turn % ways.length]?.()
      })
    )
    expect(await readGranted(order_no)).toEqual({
      txns: [
        ['topup', 600, 0],
        ['topup_bonus', 0, 30],
        ['gift', 0, 100]
      ],
      passes: 0,
      events: ['purchase']
    })
    expect(await balanceOf(db, buyer.userId)).toEqual({ coins: 600, bonus: 130 })
    await expectValidLedger(db, buyer.userId)
  })

  test('one decision sent 15 times at once is one order, and another decision another', async () => {
    const buyer = await openBuyer(server)
    const key = newKey()
    const body = { product_id: 'p_brl_300', provider: 'sandbox' }
    const answers = await Promise.all(
      FIFTY_INDEXES.slice(0, 15).map(turn => buyer.on(serverOf(turn)).post('/store/order', body, key))
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]).toMatchObject({ code: 200, data: { status: 'pending' } })
    expect((await buyer.post('/store/order', { ...body, product_id: 'p_brl_600' }, key)).code).toBe(4001)
    const orders = await server.db.selectFrom('orders').select('order_no').where('user_id', '=', buyer.userId).execute()
    expect(orders).toHaveLength(1)
  })

  test('D-249 the first top-up gift comes once, with ten orders paid at once', async () => {
    const buyer = await openBuyer(server)
    const orders: string[] = []
    for (let count = 0; count < 10; count++) orders.push((await buyer.order('p_brl_300')).data.order_no)
    await Promise.all(orders.map((order_no, turn) => notify(serverOf(turn), { order_no })))
    expect(await balanceOf(server.db, buyer.userId)).toEqual({ coins: 3000, bonus: 100 })
    await expectValidLedger(server.db, buyer.userId)
    await notify(server, { order_no: orders[0] ?? '', outcome: 'refunded' })
    await buyer.buy('p_brl_300')
    const gifts = await server.db
      .selectFrom('ledger_txns')
      .select('seq')
      .where('user_id', '=', buyer.userId)
      .where('kind', '=', 'gift')
      .execute()
    expect(gifts).toHaveLength(1)
  })

  const outcome = fc.constantFrom(
    ...(['paid', 'failed', 'closed', 'refunded', 'refunded', 'refund_failed'] as const),
    ...(['disputed', 'dispute_won', 'dispute_lost'] as const)
  )
  const sent = fc.record({
    outcome,
    /** Tenths of the amount, for a notice with the sum of all refunds. */
    part: fc.constantFrom(1, 3, 7, 10),
    refund: fc.constantFrom(null, 're_3', 're_7'),
    dispute: fc.constantFrom('dp_2', 'dp_9'),
    times: fc.integer({ min: 1, max: 5 }),
    isDropped: fc.boolean(),
    isPoll: fc.boolean()
  })
  const schedule = fc.record({
    product: fc.constantFrom('p_brl_600', 'p_brl_weekly'),
    notices: fc.array(sent, { minLength: 1, maxLength: 7 }),
    order: fc.infiniteStream(fc.nat())
  })

  const partOf = (amount: number, tenths: number) => Math.floor((amount * tenths) / 10)

  /** The last digit in the name of a refund or dispute is its amount in tenths. */
  const partNamed = (amount: number, name: string) => partOf(amount, Number(name.at(-1)))

  interface TestNotice {
    outcome: string
    part: number
    refund: string | null
    dispute: string
  }

  /** Expected final state for notices in any order; `gone` is the amount that was paid back or is disputed. */
  function computeExpectedEnd(notices: readonly TestNotice[], amount: number) {
    const named = (...wanted: string[]) => notices.filter(({ outcome: name }) => wanted.includes(name))
    const sumOf = (names: (string | null)[]) =>
      [...new Set(names)].reduce((sum, name) => sum + (name === null ? 0 : partNamed(amount, name)), 0)
    const failed = named('refund_failed').map(({ refund }) => refund ?? 're_3')
    const stands = named('refunded').filter(({ refund }) => !failed.includes(refund ?? ''))
    const sums = stands.flatMap(({ refund, part }) => (refund === null ? partOf(amount, part) - sumOf(failed) : []))
    const back = Math.min(amount, Math.max(sumOf(stands.map(({ refund }) => refund)), ...sums))
    if (back === amount) return { status: ['refunded'], gone: amount }
    const won = named('dispute_won').map(({ dispute }) => dispute)
    const held = named('disputed', 'dispute_lost').flatMap(({ dispute }) => (won.includes(dispute) ? [] : dispute))
    if (held.length > 0) return { status: ['disputed'], gone: Math.min(amount, back + sumOf(held)) }
    const isPaid = named('paid', 'refunded', 'refund_failed', 'dispute_won').length > 0
    return { status: isPaid ? ['paid'] : ['failed', 'closed'], gone: back }
  }

  function toRefundFields({ outcome: kind, part, refund, dispute }: TestNotice, amount: number) {
    if (kind === 'refunded' && refund === null) return { back_amount: partOf(amount, part) }
    if (kind.startsWith('refund')) return { refund: refund ?? 're_3', back_amount: partNamed(amount, refund ?? 're_3') }
    return { dispute, back_amount: partNamed(amount, dispute) }
  }

  async function moneyOf(orderNo: string): Promise<number> {
    const { rows } = await sql<{ sum: string }>`select coalesce(sum((payload ->> 'value')::bigint
      * case event when 'purchase' then 1 else -1 end), 0) as sum
      from event_outbox where payload ->> 'order_no' = ${orderNo}`.execute(server.db)
    return Number(rows[0]?.sum)
  }

  test('whatever notices come, as often and in what order they like: what was paid is given once, what went back is not kept', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(schedule, async ({ product, notices, order }) => {
        run += 1
        const buyer = await openBuyer(server)
        const amount = product === 'p_brl_600' ? 1990 : 2990
        const { order_no } = (await buyer.order(product)).data
        const copies = notices.flatMap((notice, index) =>
          Array.from({ length: notice.times }, () => ({ ...notice, event_id: `evt_${kind}_${run}_${index}` }))
        )
        const shuffled = copies
          .map(copy => ({ copy, place: (copy.isDropped ? 2 ** 31 : 0) + (order.next().value ?? 0) }))
          .sort((one, other) => one.place - other.place)
          .map(({ copy }) => copy)
        for (let at = 0; at < shuffled.length; at += 3) {
          await Promise.all(
            shuffled.slice(at, at + 3).flatMap((copy, turn) => {
              const { outcome: kind, event_id } = copy
              const notice = { order_no, amount, outcome: kind, event_id }
              const response = notify(serverOf(turn), { ...notice, ...toRefundFields(copy, amount) })
              return copy.isPoll ? [response, buyer.status(order_no)] : [response]
            })
          )
        }
        const { status, gone } = computeExpectedEnd(notices, amount)
        const { data } = await buyer.status(order_no)
        expect(status).toContain(data.status)
        const isCoins = product === 'p_brl_600'
        const left = (whole: number) => whole - Math.floor((whole * gone) / amount)
        const isPaid = gone !== amount && (data.status === 'paid' || data.status === 'disputed')
        expect(data.balance).toEqual(
          isCoins && isPaid ? { coins: left(600), bonus: left(130) } : { coins: 0, bonus: 0 }
        )
        expect(data.vip.active).toBe(isPaid && !isCoins)
        expect(await moneyOf(order_no)).toEqual(
          data.status === 'failed' || data.status === 'closed' ? 0 : amount - gone
        )
        await expectValidLedger(server.db, buyer.userId)
      }),
      { numRuns: 25, ...(process.env.FC_SEED ? { seed: Number(process.env.FC_SEED) } : {}) }
    )
  }, 120_000)

  test('two servers that close the same orders share them, and each is closed once', async () => {
    const buyer = await openBuyer(server)
    const orders: string[] = []
    for (let count = 0; count < 4; count++) orders.push((await buyer.order('p_brl_300')).data.order_no)
    server.clock.advance(HOUR)
    const now = new Date(server.clock.now())
    const overdue = await server.db
      .selectFrom('orders')
      .select('order_no')
      .where('status', 'in', ['created', 'pending'])
      .where('expires_at', '<=', now)
      .execute()
    let pollCount = 0
    for (let count = -1; count !== 0; pollCount += count) {
      count = (
        await Promise.all([0, 1].map(serverOf).map(one => expireOverdueOrders(createPollContext(one), now)))
      ).reduce((sum, one) => sum + one, 0)
    }
    expect(pollCount).toBe(overdue.length)
    for (const order_no of orders)
      expect((await buyer.status(order_no)).data).toMatchObject({ status: 'closed', pay: null })
    // A late payment is accepted, whether a notice or polling reports it.
    const [late = '', later = ''] = orders
    expect(await notify(server, { order_no: late })).toEqual({ status: 200, text: 'success' })
    const { log, metrics } = createPollContext(server)
    const context = { now, zone: 'UTC', log, metrics }
    const names = { orderNo: later, ref: later, paymentRef: later, eventId: null }
    const notice = { ...names, provider: 'sandbox', outcome: 'paid', amount: 990, currency: 'BRL' } as const
    expect(
      await Promise.all([
        applyPaymentUpdate(server.db, notice, context),
        applyPaymentUpdate(serverOf(1).db, notice, context)
      ])
    ).toEqual(expect.arrayContaining(['paid', 'ignored']))
    expect(await balanceOf(server.db, buyer.userId)).toEqual({ coins: 600, bonus: 100 })
  })
})
