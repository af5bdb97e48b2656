import { Migrator, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { migrate, migrations } from '../../../server/db/migrate.js'
import { readVip } from '../../../server/modules/pass/vip.js'
import { openAccount, signInByMail } from '../support/accounts.js'
import { createPollContext, notify, openBuyer, refundByHand } from '../support/buyer.js'
import { balanceOf, expectValidLedger, giveBonus, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines, openEmptyDatabase } from '../support/servers/test-database.js'

const DAY = 86_400_000
type RefundOutcome = 'refunded' | 'refund_failed' | 'disputed' | 'dispute_won'

describe.each(engines)('money that goes back on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  async function openPaid(product = 'p_brl_600', amount = 1990) {
    const buyer = await openBuyer(server)
    const order_no = await buyer.buy(product)
    const sendNotice = (
      outcome: RefundOutcome,
      back_amount?: number,
      more: { refund?: string; dispute?: string } = {}
    ) => notify(server, { order_no, amount, outcome, dispute: 'dp', ...more, ...(back_amount ? { back_amount } : {}) })
    const wallet = async () => {
      const { coins, bonus, debt } = (await buyer.get('/wallet/index')).data
      return [coins, bonus, debt]
    }
    const unlockTo = (to_no: number, expect_price: number) =>
      buyer.post('/drama/unlock_to', { drama_id: 'd_rain', to_no, expect_price }, newKey())
    const records = async (type: string) =>
      (await buyer.get('/wallet/records', { type, lang: 'en' })).data.list.map(record => [
        record.title,
        record.coins,
        record.bonus,
        record.amount,
        record.status
      ])
    return { ...buyer, order_no, sendNotice, wallet, unlockTo, records }
  }

  test('each part takes its share, all parts the whole; records and partners are told the parts', async () => {
    const buyer = await openPaid()
    const seen = []
    for (const sum of [333, 100, 1000, 1989, 1990]) {
      await buyer.sendNotice('refunded', sum)
      seen.push(await buyer.wallet())
    }
    expect(seen).toEqual([
      [500, 109, 0],
      [500, 109, 0],
      [299, 65, 0],
      [1, 1, 0],
      [0, 0, 0]
    ])
    expect(await buyer.records('topup')).toEqual([
      ['Refund', -1, -1, 1, 'refunded'],
      ['Refund', -298, -64, 989, 'refunded'],
      ['Refund', -201, -44, 667, 'refunded'],
      ['Refund', -100, -21, 333, 'refunded'],
      ['Top-up', 600, 130, 1990, 'refunded']
    ])
    const { rows } = await sql`select event, event_id, (payload ->> 'value')::int as value from event_outbox
      where payload ->> 'order_no' = ${buyer.order_no} order by event_id`.execute(server.db)
    const id = `p_${buyer.order_no}`
    expect(rows).toEqual([
      { event: 'purchase', event_id: id, value: 1990 },
      { event: 'refund', event_id: id, value: 333 },
      ...[667, 989, 1].map((value, index) => ({ event: 'refund', event_id: `${id}:${index + 2}`, value }))
    ])
    await expectValidLedger(server.db, buyer.userId)
  })

  test('what was spent is owed by its share only; a dispute that is won leaves the wallet as it was', async () => {
    const buyer = await openPaid()
    // Pays 130 bonus and 50 coins.
    await buyer.unlockTo(5, 180)
    expect(await buyer.wallet()).toEqual([550, 0, 0])
    await buyer.sendNotice('refunded', 199)
    expect(await buyer.wallet()).toEqual([550 - 60 - 13, 0, 0])
    const before = await buyer.wallet()
    await buyer.sendNotice('disputed')
    expect(await buyer.wallet()).toEqual([0, 0, 180])
    expect((await buyer.status(buyer.order_no)).data.status).toBe('disputed')
    await buyer.sendNotice('dispute_won')
    await buyer.sendNotice('dispute_won')
    expect(await buyer.wallet()).toEqual(before)
    expect((await buyer.status(buyer.order_no)).data.status).toBe('paid')
    expect((await buyer.records('topup'))[0]).toEqual(['Refund undone', 477, 0, 1791, 'granted'])
    await expectValidLedger(server.db, buyer.userId)
  })

  test('bonus that a dispute took comes again as bonus, also that of others; money paid back meanwhile stays away', async () => {
    const buyer = await openPaid()
    await giveBonus(server, buyer.userId, 200)
    await buyer.unlockTo(5, 180)
    const before = await buyer.wallet()
    expect(before).toEqual([600, 150, 0])
    await buyer.sendNotice('disputed')
    expect(await buyer.wallet()).toEqual([0, 20, 0])
    await buyer.sendNotice('refunded', 995)
    expect(await buyer.wallet()).toEqual([0, 20, 0])
    await buyer.sendNotice('dispute_won')
    // Half of the order comes back: 300 of 600 coins and 65 of 130 bonus.
    expect((await buyer.wallet()).reduce((sum, part) => sum + part, 0)).toBe(20 + 365)
    expect((await buyer.records('bonus'))[0]).toEqual(['Refund undone', expect.any(Number), 65, null, 'granted'])
    await expectValidLedger(server.db, buyer.userId)
    await buyer.sendNotice('refunded')
    expect(await buyer.wallet()).toEqual([0, 20, 0])
    expect((await buyer.status(buyer.order_no)).data.status).toBe('refunded')
    await expectValidLedger(server.db, buyer.userId)
  })

  test('a pass stays until all of its money is gone, and comes again behind those that followed it', async () => {
    const buyer = await openPaid('p_brl_weekly', 2990)
    const start = server.clock.now()
    const until = async () => ((await buyer.get('/wallet/index')).data.vip.until ?? start) - start
    await buyer.sendNotice('refunded', 1500)
    expect(await until()).toBe(7 * DAY)
    server.clock.advance(DAY)
    await buyer.buy('p_brl_monthly')
    server.clock.advance(DAY)
    await buyer.sendNotice('disputed')
    expect(await until()).toBe(32 * DAY)
    await buyer.sendNotice('dispute_won')
    expect(await until()).toBe(37 * DAY)
    await buyer.sendNotice('refunded', 2990)
    expect(await until()).toBe(32 * DAY)
    expect(await buyer.records('topup')).toEqual([
      ['Refund', 0, 0, 1490, 'refunded'],
      ['Refund undone', 0, 0, 1490, 'granted'],
      ['Refund', 0, 0, 1490, 'refunded'],
      ['Monthly pass', 0, 0, 7990, 'paid'],
      ['Refund', 0, 0, 1500, 'refunded'],
      ['Weekly pass', 0, 0, 2990, 'refunded']
    ])
  })

  test('an order paid back in part, disputed, brought along by a visitor and won is the account’s; the rest goes by hand', async () => {
    const buyer = await openPaid()
    await buyer.sendNotice('refunded', 995)
    await buyer.sendNotice('disputed')
    const account = await openAccount(server)
    const signed = await signInByMail(server, account.email, buyer)
    await buyer.sendNotice('dispute_won')
    expect((await signed.get('/wallet/index')).data).toMatchObject({ coins: 300, bonus: 65, debt: 0 })
    expect(await refundByHand(server, buyer.order_no)).toMatchObject({
      type: 'refunded'
    })
    expect(await balanceOf(server.db, signed.userId)).toEqual({ coins: 0, bonus: 0 })
    for (const { userId } of [buyer, signed]) await expectValidLedger(server.db, userId)
  })

  test('a refund that fails comes again: its share, once, and only its own; another may follow it', async () => {
    const buyer = await openPaid()
    await buyer.unlockTo(5, 180)
    const before = await buyer.wallet()
    expect(before).toEqual([550, 0, 0])
    // Each refund is reported by itself and in the sum of all, as providers do.
    await buyer.sendNotice('refunded', 995, { refund: 're_1' })
    await buyer.sendNotice('refunded', 995)
    await buyer.sendNotice('refunded', 199, { refund: 're_2' })
    await buyer.sendNotice('refunded', 1194)
    expect(await buyer.wallet()).toEqual([550 - 360 - 78, 0, 0])
    for (let count = 0; count < 2; count++) await buyer.sendNotice('refund_failed', 995, { refund: 're_1' })
    expect(await buyer.wallet()).toEqual([550 - 60 - 13, 0, 0])
    // Late notices change nothing: a sum from before the failure, and one about the failed refund.
    await buyer.sendNotice('refunded', 1194)
    await buyer.sendNotice('refunded', 995, { refund: 're_1' })
    expect(await buyer.wallet()).toEqual([550 - 60 - 13, 0, 0])
    await buyer.sendNotice('refund_failed', 199, { refund: 're_2' })
    expect(await buyer.wallet()).toEqual(before)
    expect((await buyer.records('topup')).slice(0, 2)).toEqual([
      ['Refund undone', 73, 0, 199, 'granted'],
      ['Refund undone', 365, 0, 995, 'granted']
    ])
    await buyer.sendNotice('refunded', 1990, { refund: 're_3' })
    expect(await buyer.wallet()).toEqual([0, 0, 180])
    expect((await buyer.status(buyer.order_no)).data.status).toBe('refunded')
    await buyer.sendNotice('refund_failed', 1990, { refund: 're_3' })
    expect(await buyer.wallet()).toEqual(before)
    expect((await buyer.status(buyer.order_no)).data.status).toBe('paid')
    await expectValidLedger(server.db, buyer.userId)
  })

  test('a refund by hand that fails gives all of it back as it was, and can be asked for again under another name', async () => {
    const buyer = await openPaid()
    const refund = () => refundByHand(server, buyer.order_no)
    const name = (no: number) => ({ refund: `refund:${buyer.order_no}:${no}` })
    const state = async () => [(await buyer.status(buyer.order_no)).data.status, ...(await buyer.wallet())]
    for (const no of [1, 2]) {
      expect([await refund(), await refund()]).toMatchObject([{ type: 'refunded' }, { type: 'refunded' }])
      await buyer.sendNotice('refunded')
      expect(await state()).toEqual(['refunded', 0, 0, 0])
      await buyer.sendNotice('refund_failed', 1990, name(no))
      expect(await state()).toEqual(['paid', 600, 130, 0])
    }
    await buyer.sendNotice('disputed', 199)
    expect(await refund()).toEqual({ type: 'refused', reason: 'not_paid' })
    await buyer.sendNotice('dispute_won', 199)
    await buyer.sendNotice('refunded', 199, { refund: 're_part' })
    expect(await refund()).toMatchObject({ type: 'refunded' })
    await buyer.sendNotice('refund_failed', 1791, name(3))
    expect(await state()).toEqual(['paid', 540, 117, 0])
    await expectValidLedger(server.db, buyer.userId)
  })

  test('a refund whose failure arrives while the provider is still asked stays undone', async () => {
    const buyer = await openPaid()
    const context = createPollContext(server)
    const slow = {
      ...context,
      trackExternalWait: async <Answer>(answer: Promise<Answer>) => {
        await buyer.sendNotice('refund_failed', 1990, { refund: `refund:${buyer.order_no}:1` })
        return answer
      }
    }
    expect(await refundByHand(server, buyer.order_no, { context: slow })).toMatchObject({ type: 'refunded' })
    expect(await buyer.wallet()).toEqual([600, 130, 0])
    expect((await buyer.status(buyer.order_no)).data.status).toBe('paid')
  })

  test('a dispute of a part takes its share, several theirs, and what is won comes again by itself', async () => {
    const buyer = await openPaid()
    await buyer.sendNotice('disputed', 199, { dispute: 'dp_1' })
    expect([await buyer.wallet(), (await buyer.status(buyer.order_no)).data.status]).toEqual([
      [540, 117, 0],
      'disputed'
    ])
    await buyer.sendNotice('disputed', 995, { dispute: 'dp_2' })
    await buyer.sendNotice('refunded', 199)
    expect(await buyer.wallet()).toEqual([180, 39, 0])
    await buyer.sendNotice('dispute_won', 995, { dispute: 'dp_2' })
    expect([await buyer.wallet(), (await buyer.status(buyer.order_no)).data.status]).toEqual([
      [480, 104, 0],
      'disputed'
    ])
    await buyer.sendNotice('dispute_won', 199, { dispute: 'dp_1' })
    expect([await buyer.wallet(), (await buyer.status(buyer.order_no)).data.status]).toEqual([[540, 117, 0], 'paid'])
    // A dispute above the paid amount, as after a change of the exchange rate, takes only that amount.
    await buyer.sendNotice('disputed', 2500, { dispute: 'dp_3' })
    expect(await buyer.wallet()).toEqual([0, 0, 0])
    await buyer.sendNotice('dispute_won', 2500, { dispute: 'dp_3' })
    expect(await buyer.wallet()).toEqual([540, 117, 0])
    await expectValidLedger(server.db, buyer.userId)
  })

  test('a pass stays while a dispute holds a part, goes with the rest, and comes again with a refund that failed', async () => {
    const buyer = await openPaid('p_brl_weekly', 2990)
    const isActive = async () => (await buyer.get('/wallet/index')).data.vip.active
    const seen = []
    for (const [outcome, amount, name] of [
      ['disputed', 990, {}],
      ['refunded', 2000, { refund: 're_1' }],
      ['refund_failed', 2000, { refund: 're_1' }],
      ['refunded', 2990, { refund: 're_2' }],
      ['refund_failed', 2990, { refund: 're_2' }]
    ] as const) {
      await buyer.sendNotice(outcome, amount, name)
      seen.push([await isActive(), (await buyer.status(buyer.order_no)).data.status])
    }
    expect(seen).toEqual([
      [true, 'disputed'],
      [false, 'disputed'],
      [true, 'disputed'],
      [false, 'refunded'],
      [true, 'disputed']
    ])
  })

  test('the database refuses to take more than the share of the money that is gone, or to forget any', async () => {
    const buyer = await openPaid()
    await buyer.sendNotice('refunded', 995)
    const user = buyer.userId
    const { order_no } = buyer
    const forged = sql`with txn as (insert into ledger_txns
        select user_id, seq + 1, kind, ref_type, ref_id, 'forged', -1, 0, coins_after - 1, bonus_after, 2, hash,
          repeat('a', 64), now() from ledger_txns where user_id = ${user} order by seq desc limit 1 returning *),
      entries as (insert into ledger_entries
        select ${user}, seq, no, account, amount from txn,
          (values (1, 'user:' || ${user}::text || ':coins', -1), (2, 'sys:sales', 1)) as line (no, account, amount))
      update users set coins = coins - 1 where id = ${user}`
    const attacks: [ReturnType<typeof sql>, RegExp][] = [
      [forged, /more is taken back/],
      [sql`update orders set refunded_amount = 994 where order_no = ${order_no}`, /does not come again/],
      [sql`update orders set disputed_amount = 1991 where order_no = ${order_no}`, /check/],
      [sql`update orders set refunded_amount = 1991 where order_no = ${order_no}`, /check/],
      [sql`update order_returns set amount = 1 where order_no = ${order_no}`, /are kept/],
      [sql`delete from order_returns where order_no = ${order_no}`, /are kept/]
    ]
    for (const [attack, reason] of attacks) await expect(attack.execute(server.db)).rejects.toThrow(reason)
    await buyer.sendNotice('disputed')
    for (const statement of [
      sql`update orders set status = 'paid', refunded_at = null where order_no = ${order_no}`,
      sql`update orders set disputed_amount = 100 where order_no = ${order_no}`
    ])
      await expect(statement.execute(server.db)).rejects.toThrow(/more is taken back/)
    await expectValidLedger(server.db, user)
  })
})

test.each(engines)(
  'passes in dispute since before parts were known come again when it is won, on %s',
  async engine => {
    const old = await openEmptyDatabase(engine)
    onTestFinished(() => old.close())
    const known = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0013'))
    await new Migrator({ db: old.db, provider: { getMigrations: async () => known } }).migrateToLatest()
    const time = (days: number) => new Date(Date.parse('2026-11-21T12:00:00Z') + days * DAY)
    const visitor = { id: 'u_old', kind: 'visitor', nickname: 'old', locale: 'pt', created_at: time(-3) } as const
    await old.db.insertInto('users').values(visitor).execute()
    // Both passes were revoked after two days of the first one; the second had not begun.
    const passes = [
      { order_no: 'o_one', starts_at: time(-3), ends_at: time(-1) },
      { order_no: 'o_two', starts_at: time(4), ends_at: time(11) }
    ]
    const about = { user_id: 'u_old', kind: 'weekly' } as const
    for (const { order_no, ...times } of passes) {
      await old.db.transaction().execute(async trx => {
        await trx
          .insertInto('orders')
          .values({
            ...about,
            order_no,
            event_id: `p_${order_no}`,
            product_id: 'p_brl_weekly',
            coins: 0,
            bonus: 0,
            days: 7,
            amount: 2990,
            currency: 'BRL',
            status: 'disputed',
            provider: 'sandbox',
            is_test: true,
            lang: 'pt',
            created_at: time(-3),
            expires_at: time(-2),
            paid_at: time(-3),
            refunded_at: time(-1)
          })
          .execute()
        await trx
          .insertInto('passes')
          .values({ ...about, ...times, id: order_no, order_no, revoked_at: time(-1) })
          .execute()
      })
    }
    await migrate(old.db)
    const upgraded = await openTestServer({ engine, db: old.db })
    onTestFinished(() => upgraded.close())
    for (const { order_no } of passes) await notify(upgraded, { order_no, amount: 2990, outcome: 'dispute_won' })
    expect(await readVip(old.db, 'u_old', time(0))).toEqual({ active: true, until: time(12) })
    const returns = await old.db
      .selectFrom('order_returns')
      .select(['no', 'amount'])
      .orderBy('order_no')
      .orderBy('no')
      .execute()
    expect(returns.map(({ no, amount }) => [no, Number(amount)])).toEqual([
      [1, 2990],
      [2, -2990],
      [1, 2990],
      [2, -2990]
    ])
  },
  120_000
)
