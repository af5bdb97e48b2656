import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ProviderUnavailable } from '../../../server/modules/payment/provider.js'
import { openAccount, signInByMail } from '../support/accounts.js'
import { createPollContext, notify, openBuyer, type RefundOptions, refundByHand } from '../support/buyer.js'
import { auditLedger } from '../support/ledger-audit.js'
import { expectValidLedger, giveBonus, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { writeDrama } from '../support/package-fixture.js'
import { OPERATOR_KEY, operate } from '../support/partners.js'
import { engines } from '../support/servers/test-database.js'

const DAY = 86_400_000

describe.each(engines)('refunds by an operator on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { operatorKey: OPERATOR_KEY } })
    writeDrama(server.catalogueDir, { slug: 'long', episodes: 40, free: 1, price: 60 })
    await server.loader.scan()
  })
  afterAll(() => server.close())

  /** Buys 600 coins with 30 bonus and 100 as the first gift, or a pass of 2990. */
  async function openPaid(product = 'p_brl_600', amount = 1990) {
    const buyer = await openBuyer(server)
    const order_no = await buyer.buy(product)
    const wallet = async (viewer: Pick<typeof buyer, 'get'> = buyer) => {
      const { coins, bonus, debt } = (await viewer.get('/wallet/index')).data
      return [coins, bonus, debt]
    }
    return {
      ...buyer,
      order_no,
      wallet,
      refund: (more: RefundOptions = {}) => refundByHand(server, order_no, more),
      operate: (more: object = {}) => operate(server, 'order_refund', { order_no, ...more }),
      fail: (no: number, part: number) =>
        notify(server, {
          order_no,
          amount,
          outcome: 'refund_failed',
          refund: `refund:${order_no}:${no}`,
          back_amount: part
        }),
      sendNotice: (outcome: 'refunded' | 'disputed' | 'dispute_won', back_amount: number, more: object = {}) =>
        notify(server, { order_no, amount, outcome, back_amount, dispute: 'dp', ...more }),
      /** Unlocks episodes from the second on; each costs 60. */
      unlockTo: async (to_no: number, expect_price: number) => {
        const { code } = await buyer.post('/drama/unlock_to', { drama_id: 'd_long', to_no, expect_price }, newKey())
        expect(code).toBe(200)
      },
      readStatus: async () => (await buyer.status(order_no)).data.status
    }
  }

  const readWaived = async (userId: string) => {
    const rows = await server.db
      .selectFrom('ledger_entries')
      .select(['account', 'amount'])
      .where('user_id', '=', userId)
      .where('account', 'like', 'sys:waived%')
      .orderBy('seq')
      .orderBy('no')
      .execute()
    return rows.map(({ account, amount }) => [account.replace('sys:waived_', ''), Number(amount)])
  }

  async function expectValidBooks(...userIds: string[]) {
    for (const userId of userIds) await expectValidLedger(server.db, userId)
    expect((await auditLedger(server.db)).faults).toEqual([])
  }

  test('parts add up to what was paid; a wrong amount is refused and told what is left', async () => {
    const buyer = await openPaid()
    expect((await buyer.operate({ amount: 995 })).data).toMatchObject({
      status: 'paid',
      left: 995,
      currency: 'BRL',
      refund: { amount: 995, spent: 'refuse', coins: 300, bonus: 65, debt: 0, waived_coins: 0, waived_bonus: 0 }
    })
    expect(await buyer.wallet()).toEqual([300, 65, 0])
    for (const amount of [0, -1, 0.5, 996, 1e300]) {
      expect(await buyer.operate({ amount })).toMatchObject({
        code: 4001,
        data: { fields: ['amount'], reason: 'not_left', left: 995, currency: 'BRL' }
      })
    }
    for (const amount of ['500', null, [500]])
      expect(await buyer.operate({ amount })).toMatchObject({ code: 4001, data: { fields: ['amount'] } })
    expect(await buyer.wallet()).toEqual([300, 65, 0])
    expect((await buyer.operate({ amount: 500 })).data).toMatchObject({ status: 'paid', left: 495 })
    expect((await buyer.operate({ amount: 495 })).data).toMatchObject({ status: 'refunded', left: 0 })
    expect(await buyer.wallet()).toEqual([0, 0, 0])
    expect(await buyer.operate({ amount: 1 })).toMatchObject({ data: { reason: 'not_left', left: 0 } })
    expect((await buyer.operate()).data).toMatchObject({ status: 'refunded', refund: null })
    const { rows } = await sql`select event, (payload ->> 'value')::int as value from event_outbox
      where payload ->> 'order_no' = ${buyer.order_no} order by event_id`.execute(server.db)
    expect(rows).toEqual([
      { event: 'purchase', value: 1990 },
      { event: 'refund', value: 995 },
      { event: 'refund', value: 500 },
      { event: 'refund', value: 495 }
    ])
    await expectValidBooks(buyer.userId)
  })

  test('without a word about spent coins a refund is refused, also where only bonus is gone; a part that is there goes', async () => {
    const buyer = await openPaid('p_brl_600')
    await buyer.unlockTo(2, 60)
    expect(await buyer.wallet()).toEqual([600, 70, 0])
    expect(await buyer.operate()).toMatchObject({ code: 4001, data: { fields: ['order_no'], reason: 'spent' } })
    expect(await buyer.operate({ amount: 1100 })).toMatchObject({ data: { reason: 'spent' } })
    expect((await buyer.operate({ amount: 995 })).data.refund).toMatchObject({ coins: 300, bonus: 65 })
    expect(await buyer.operate()).toMatchObject({ data: { reason: 'spent' } })
    expect(await buyer.wallet()).toEqual([300, 5, 0])
    await expectValidBooks(buyer.userId)
  })

  test('an order tells what a refund takes, and what of it the viewer still has, as the refund counts it', async () => {
    const buyer = await openPaid('p_brl_600')
    const read = async () => {
      const answer = await server.fetch(`/operator/order_show?order_no=${buyer.order_no}`, {
        headers: { Authorization: `Bearer ${OPERATOR_KEY}` }
      })
      return (await answer.json()).data.order.refund_effect
    }
    const takes = { coins: 600, bonus: 130 }
    expect(await read()).toEqual({ takes, held: takes })
    await buyer.unlockTo(2, 60)
    expect(await read()).toEqual({ takes, held: { coins: 600, bonus: 70 } })
    await buyer.refund({ amount: 995 })
    expect(await read()).toEqual({ takes: { coins: 300, bonus: 65 }, held: { coins: 300, bonus: 5 } })
    // Other bonus of the viewer is not of this order.
    await giveBonus(server, buyer.userId, 20)
    expect((await read()).held).toEqual({ coins: 300, bonus: 5 })
    await buyer.refund({ spent: 'debt' })
    expect(await read()).toBeNull()
    await expectValidBooks(buyer.userId)
  })

  test('with debt, what is gone is owed by its share, as after a refund that the provider reports', async () => {
    const buyer = await openPaid()
    await buyer.unlockTo(4, 180)
    expect((await buyer.operate({ spent: 'debt', amount: 995 })).data.refund).toMatchObject({ coins: 365, debt: 0 })
    expect(await buyer.wallet()).toEqual([185, 0, 0])
    expect((await buyer.operate({ spent: 'debt' })).data.refund).toMatchObject({ coins: 185, bonus: 0, debt: 180 })
    expect(await buyer.wallet()).toEqual([0, 0, 180])
    expect(await readWaived(buyer.userId)).toEqual([])
    await buyer.buy('p_brl_300')
    expect(await buyer.wallet()).toEqual([120, 0, 0])
    await expectValidBooks(buyer.userId)
  })

  test('what is waived is written in the ledger beside what is taken, needs a reason, and is not owed', async () => {
    const buyer = await openPaid()
    await buyer.unlockTo(4, 180)
    await giveBonus(server, buyer.userId, 20)
    for (const reason of [undefined, '', '  ', 'x'.repeat(501), 'a\0'])
      expect(await buyer.operate({ spent: 'waive', reason })).toMatchObject({
        code: 4001,
        data: { fields: ['reason'] }
      })
    expect(await buyer.wallet()).toEqual([550, 20, 0])
    const { data } = await buyer.operate({ spent: 'waive', reason: ' The film stopped ' })
    expect(data.refund).toMatchObject({ reason: 'The film stopped', coins: 550, bonus: 20, debt: 0 })
    expect(data.refund).toMatchObject({ waived_coins: 50, waived_bonus: 110, operator: 'operator' })
    expect(await buyer.wallet()).toEqual([0, 0, 0])
    expect(await readWaived(buyer.userId)).toEqual([
      ['coins', -50],
      ['bonus', -110]
    ])
    const { list } = (await buyer.get('/wallet/statement')).data
    expect(list.at(-1)).toMatchObject({ kind: 'order_refund', ref_id: buyer.order_no, coins: -550, bonus: -20 })
    expect((await buyer.get('/wallet/verify')).data.ok).toBe(true)
    const shown = await server.fetch(`/operator/order_show?order_no=${buyer.order_no}`, {
      headers: { Authorization: `Bearer ${OPERATOR_KEY}` }
    })
    expect((await shown.json()).data.refunds).toMatchObject([{ reason: 'The film stopped', waived_coins: 50 }])
    const log = await server.db
      .selectFrom('operator_log')
      .select('detail')
      .where('subject', '=', buyer.order_no)
      .execute()
    expect(JSON.stringify(log)).toContain('The film stopped')
    await expectValidBooks(buyer.userId)
  })

  test('waived in full, the viewer keeps what else they have, and reads of a refund without coins', async () => {
    const buyer = await openPaid('p_brl_300', 990)
    await buyer.unlockTo(7, 360)
    await buyer.buy('p_brl_300')
    const [coins, bonus] = await buyer.wallet()
    expect([coins, bonus]).toEqual([340, 0])
    await buyer.refund({ amount: 890, spent: 'waive', reason: 'a gift' })
    expect(await buyer.wallet()).toEqual([340 - 269, 0, 0])
    await buyer.unlockTo(8, 60)
    await buyer.refund({ spent: 'waive', reason: 'a gift' })
    expect(await buyer.wallet()).toEqual([0, 0, 0])
    expect(await readWaived(buyer.userId)).toEqual([
      ['bonus', -89],
      ['coins', -20],
      ['bonus', -11]
    ])
    const records = (await buyer.get('/wallet/records', { type: 'topup', lang: 'en' })).data.list
    expect(records.map(({ title, coins: moved, amount }) => [title, moved, amount]).slice(0, 2)).toEqual([
      ['Refund', -11, 100],
      ['Refund', -269, 890]
    ])
    await expectValidBooks(buyer.userId)
  })

  test('a refund that fails restores what it took and nothing that it had waived, also beside refunds that stand', async () => {
    const buyer = await openPaid()
    await buyer.refund({ amount: 995 })
    await buyer.unlockTo(7, 360)
    expect(await buyer.wallet()).toEqual([5, 0, 0])
    await buyer.refund({ spent: 'waive', reason: 'goodwill' })
    expect(await buyer.wallet()).toEqual([0, 0, 0])
    await buyer.fail(2, 995)
    expect([await buyer.readStatus(), await buyer.wallet()]).toEqual(['paid', [5, 0, 0]])
    await buyer.refund({ spent: 'waive', reason: 'goodwill' })
    await buyer.fail(1, 995)
    expect([await buyer.readStatus(), await buyer.wallet()]).toEqual(['paid', [300, 65, 0]])
    await buyer.fail(3, 995)
    expect(await buyer.wallet()).toEqual([305, 65, 0])
    const sum = (await readWaived(buyer.userId)).reduce((total, [, amount]) => total + Number(amount), 0)
    expect(sum).toBe(0)
    await expectValidBooks(buyer.userId)
  })

  test('a dispute that is won restores what it took, and never what a refund before it had waived', async () => {
    const buyer = await openPaid()
    await buyer.unlockTo(4, 180)
    await buyer.refund({ amount: 995, spent: 'waive', reason: 'goodwill' })
    expect(await buyer.wallet()).toEqual([250, 0, 0])
    await buyer.sendNotice('disputed', 995)
    expect(await buyer.wallet()).toEqual([0, 0, 115])
    expect(await buyer.operate({ amount: 1, spent: 'debt' })).toMatchObject({ data: { reason: 'not_paid' } })
    await buyer.sendNotice('dispute_won', 995)
    expect(await buyer.wallet()).toEqual([250, 0, 0])
    await buyer.fail(1, 995)
    expect(await buyer.wallet()).toEqual([550, 0, 0])
    await expectValidBooks(buyer.userId)
  })

  test('what a visitor had waived, taken and brought along is restored to the account', async () => {
    const buyer = await openPaid()
    await buyer.unlockTo(4, 180)
    await buyer.refund({ amount: 995, spent: 'waive', reason: 'goodwill' })
    const account = await openAccount(server)
    const signed = await signInByMail(server, account.email, buyer)
    await giveBonus(server, signed.userId, 30)
    await buyer.refund({ spent: 'waive', reason: 'goodwill' })
    // Bonus that the merge moved into lots of the account counts as still there.
    expect(await buyer.wallet(signed)).toEqual([0, 0, 0])
    await buyer.fail(1, 995)
    await buyer.fail(2, 995)
    expect(await buyer.wallet(signed)).toEqual([550, 30, 0])
    await expectValidBooks(buyer.userId, signed.userId)
  })

  test('after 14 days a refund needs a reason, and then it goes', async () => {
    const buyer = await openPaid()
    server.clock.advance(14 * DAY + 1)
    expect(await buyer.operate()).toMatchObject({ code: 4001, data: { fields: ['order_no'], reason: 'too_late' } })
    expect((await buyer.operate({ reason: 'A late complaint' })).data).toMatchObject({ status: 'refunded' })
    expect(await buyer.wallet()).toEqual([0, 0, 0])
    await expectValidBooks(buyer.userId)
  })

  const isActive = async (buyer: Awaited<ReturnType<typeof openPaid>>) =>
    (await buyer.get('/wallet/index')).data.vip.active

  test('a pass is refunded by the hours that have not begun, and ends with it; if that fails, it goes on', async () => {
    const buyer = await openPaid('p_brl_weekly', 2990)
    server.clock.advance(3 * DAY + 1)
    const unused = Math.floor((2990 * 4) / 7)
    expect(await buyer.operate({ amount: unused + 1 })).toMatchObject({
      code: 4001,
      data: { fields: ['amount'], reason: 'used', left: unused, currency: 'BRL' }
    })
    expect((await buyer.operate({ amount: 500 })).data).toMatchObject({ status: 'paid', left: 2490 })
    expect(await isActive(buyer)).toBe(true)
    const { data } = await buyer.operate()
    expect(data).toMatchObject({ status: 'paid', left: 2990 - unused, refund: { amount: unused - 500 } })
    expect(await isActive(buyer)).toBe(false)
    expect(await buyer.operate()).toMatchObject({ data: { reason: 'used', left: 0 } })
    await buyer.fail(2, unused - 500)
    expect(await isActive(buyer)).toBe(true)
    // The refund that failed does not end the pass when a later one leaves it.
    expect((await buyer.operate({ amount: 100, reason: 'Sorry' })).data.status).toBe('paid')
    expect(await isActive(buyer)).toBe(true)
  })

  test('a pass that was used up is refunded only for a reason, one that has not begun as a whole', async () => {
    const buyer = await openPaid('p_brl_weekly', 2990)
    const next = await buyer.buy('p_brl_monthly')
    expect((await operate(server, 'order_refund', { order_no: next })).data).toMatchObject({
      status: 'refunded',
      refund: { amount: 7990 }
    })
    server.clock.advance(7 * DAY)
    expect(await buyer.operate()).toMatchObject({ code: 4001, data: { reason: 'used', left: 0 } })
    expect(await buyer.readStatus()).toBe('paid')
    expect((await buyer.operate({ reason: 'No sound all week' })).data).toMatchObject({ status: 'refunded', left: 0 })
  })

  test('with a reason used hours are refunded, too, and the pass stays until all of its money is back', async () => {
    const buyer = await openPaid('p_brl_weekly', 2990)
    server.clock.advance(3 * DAY)
    expect((await buyer.operate({ amount: 2000, reason: 'x' })).data).toMatchObject({ status: 'paid', left: 990 })
    expect(await isActive(buyer)).toBe(true)
    expect((await buyer.operate({ spent: 'waive', reason: 'x' })).data).toMatchObject({ status: 'refunded', left: 0 })
    expect(await isActive(buyer)).toBe(false)
    expect(await readWaived(buyer.userId)).toEqual([])
    await buyer.fail(2, 990)
    expect(await isActive(buyer)).toBe(true)
  })

  test('while the provider does not answer, the same request repeats only its call, and another amount waits', async () => {
    const buyer = await openPaid()
    const calls: unknown[] = []
    const context = createPollContext(server)
    const provider = context.payments.find('sandbox')
    if (provider === null) throw new Error('no sandbox')
    let isDown = true
    provider.refund = async (_order, refund) => {
      calls.push(refund)
      if (isDown) throw new ProviderUnavailable('down')
    }
    const refund = (more: RefundOptions = {}) => buyer.refund({ ...more, context })
    await expect(refund({ amount: 995 })).rejects.toThrow(ProviderUnavailable)
    expect(await buyer.wallet()).toEqual([300, 65, 0])
    for (const amount of [null, 100])
      expect(await refund({ amount })).toMatchObject({ reason: 'pending', pending: 995, currency: 'BRL' })
    await expect(refund({ amount: 995 })).rejects.toThrow(ProviderUnavailable)
    isDown = false
    expect(await refund({ amount: 995 })).toMatchObject({ type: 'refunded', refund: { amount: '995' } })
    expect(await buyer.wallet()).toEqual([300, 65, 0])
    isDown = true
    await expect(refund()).rejects.toThrow(ProviderUnavailable)
    isDown = false
    expect(await refund()).toMatchObject({ type: 'refunded', order: { status: 'refunded' } })
    expect(await refund()).toMatchObject({ type: 'refunded', refund: null })
    const [first, rest] = [`refund:${buyer.order_no}:1`, `refund:${buyer.order_no}:2`]
    expect(calls).toEqual([
      ...Array(3).fill({ ref: first, amount: 995 }),
      // Everything that is left has no amount, so that a refund that was not reported yet does not stop it.
      ...Array(2).fill({ ref: rest, amount: null })
    ])
    await expectValidBooks(buyer.userId)
  })

  test('a refund that the provider reports by its name no longer waits for the provider', async () => {
    const buyer = await openPaid()
    const context = createPollContext(server)
    const down = { ...context, trackExternalWait: () => Promise.reject(new ProviderUnavailable('down')) }
    await expect(refundByHand(server, buyer.order_no, { amount: 995, context: down })).rejects.toThrow('down')
    await buyer.sendNotice('refunded', 995, { refund: `refund:${buyer.order_no}:1` })
    expect(await buyer.refund({ amount: 500 })).toMatchObject({ type: 'refunded', refund: { amount: '500' } })
    expect(await buyer.wallet()).toEqual([150, 33, 0])
    await expectValidBooks(buyer.userId)
  })

  test('two operators at once refund once; with a key, a repeated request is the same refund', async () => {
    for (const amount of [995, null]) {
      const buyer = await openPaid()
      const arrived = server.clock.now()
      const first = buyer.refund({ amount })
      server.clock.advance(1000)
      const second = buyer.refund({ amount, operator: 'rui', arrived })
      expect(await Promise.all([first, second])).toMatchObject([{ type: 'refunded' }, { type: 'refunded' }])
      expect(await buyer.refund({ amount, operator: 'eva', arrived })).toMatchObject({ type: 'refunded' })
      expect(await buyer.wallet()).toEqual(amount === null ? [0, 0, 0] : [300, 65, 0])
    }
    const buyer = await openPaid()
    const key = 'one-refund-of-the-console'
    for (let count = 0; count < 3; count++)
      expect((await buyer.operate({ amount: 995, key })).data.refund).toMatchObject({ amount: 995, coins: 300 })
    expect(await buyer.operate({ amount: 500, key })).toMatchObject({ data: { fields: ['key'], reason: 'key_used' } })
    expect(await buyer.operate({ amount: 500, key: 'short' })).toMatchObject({ data: { fields: ['key'] } })
    expect(await buyer.wallet()).toEqual([300, 65, 0])
    expect((await buyer.operate({ amount: 500, key: `${key}-2` })).data.left).toBe(495)
    await expectValidBooks(buyer.userId)
  })

  test('the database refuses to waive more than a refund says, elsewhere than in one, or to change one', async () => {
    const buyer = await openPaid()
    await buyer.unlockTo(4, 180)
    await buyer.refund({ amount: 995, spent: 'waive', reason: 'goodwill' })
    const { userId, order_no } = buyer
    const forge = (kind: string, refId: string, accounts: [string, number][]) =>
      sql`with txn as (insert into ledger_txns
          select user_id, seq + 1, ${kind}, 'order', ${refId}, 'forged', 0, 0, coins_after, bonus_after,
            ${accounts.length}::int, hash, repeat('a', 64), now()
          from ledger_txns where user_id = ${userId} order by seq desc limit 1 returning *)
        insert into ledger_entries select ${userId}, seq, line.no, line.account, line.amount from txn, jsonb_to_recordset(
          ${JSON.stringify(accounts.map(([account, amount], index) => ({ no: index + 1, account, amount })))}::jsonb
        ) as line (no int, account text, amount bigint)`
    const attacks: [ReturnType<typeof sql>, RegExp][] = [
      [
        forge('order_refund', order_no, [
          ['sys:sales', -1],
          ['sys:waived_coins', 1]
        ]),
        /more is waived|more is taken/
      ],
      [
        forge('order_refund', order_no, [
          ['sys:waived_bonus', -1],
          ['sys:waived_coins', 1]
        ]),
        /more is waived/
      ],
      [
        forge('adjust', order_no, [
          ['sys:waived_bonus', 1],
          ['sys:spent', -1]
        ]),
        /only a refund of an order waives/
      ],
      [sql`update order_refunds set waived_coins = 600 where order_no = ${order_no}`, /a refund does not change/],
      [sql`delete from order_refunds where order_no = ${order_no}`, /are kept/]
    ]
    for (const [attack, reason] of attacks) await expect(attack.execute(server.db)).rejects.toThrow(reason)
    await expectValidBooks(userId)
  })
})
