import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeOffAllExpiredLots } from '../../../server/modules/ledger/bonus-expiry.js'
import { openAccount, signInByMail } from '../support/accounts.js'
import { type ApiClient, createApiClient } from '../support/api-client.js'
import { notify, openBuyer, refundByHand } from '../support/buyer.js'
import { auditLedger } from '../support/ledger-audit.js'
import { expectValidLedger, giveBonus, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { writeDrama } from '../support/package-fixture.js'
import { engines } from '../support/servers/test-database.js'
import { type ModelOrder, ORDER, RefundModel } from './refund-model.js'

const RUNS = Number(process.env.MODEL_RUNS ?? 25)
const STEPS = 24
const PRICE = 60
const DAY = 86_400_000
/** FC_SEED replays a failed run. Without it every run is new, and a failure prints its seed. */
const seed = process.env.FC_SEED === undefined ? {} : { seed: Number(process.env.FC_SEED) }

interface Real {
  server: TestServer
  viewer: ApiClient & { userId: string }
  userIds: string[]
}

type Run<Given> = (given: Given, model: RefundModel, real: Real, now: number) => Promise<void>

async function expectModel(model: RefundModel, { server, viewer }: Real): Promise<void> {
  const now = server.clock.now()
  const { coins, bonus, debt } = (await viewer.get('/wallet/index')).data
  expect({ coins, bonus, debt }).toEqual({ coins: model.coins, bonus: model.bonusAt(now), debt: model.debt })
  for (const order of model.orders) {
    const { rows } = await sql<Record<string, string>>`select
        coalesce(sum(amount) filter (where account = 'sys:sales'), 0) as coins,
        coalesce(sum(amount) filter (where account = 'sys:rewards'), 0) as bonus,
        coalesce(-sum(amount) filter (where account = 'sys:waived_coins'), 0) as waived_coins,
        coalesce(-sum(amount) filter (where account = 'sys:waived_bonus'), 0) as waived_bonus
      from ledger_txns join ledger_entries using (user_id, seq)
      where ref_id = ${order.no} and kind = 'order_refund' and ref_type = 'order'`.execute(server.db)
    const found = Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]))
    const { revoked, waived } = order
    expect(found).toEqual({
      coins: revoked.coins,
      bonus: revoked.bonus,
      waived_coins: waived.coins,
      waived_bonus: waived.bonus
    })
    expect((await viewer.get('/store/order_status', { order_no: order.no })).data.status).toBe(model.statusOf(order))
  }
}

function command<Given extends object>(name: string, given: fc.Arbitrary<Given>, run: Run<Given>) {
  return given.map(values => ({
    check: () => true,
    run: async (model: RefundModel, real: Real) => {
      real.server.clock.advance(1000)
      await run(values, model, real, real.server.clock.now())
      await expectModel(model, real)
    },
    toString: () => `${name} ${JSON.stringify(values)}`
  }))
}

const pick = <Item>(list: readonly Item[], index: number) => list[index % Math.max(1, list.length)]
const partOf = (tenths: number) => Math.floor((ORDER.amount * tenths) / 10)
const tenths = fc.constantFrom(1, 3, 5, 7)
const index = fc.nat(20)

const tell = (
  { server }: Real,
  order: ModelOrder,
  outcome: 'refunded' | 'refund_failed' | 'disputed' | 'dispute_won',
  back_amount: number,
  name: { refund: string } | { dispute: string }
) => notify(server, { order_no: order.no, amount: ORDER.amount, outcome, back_amount, ...name })

const commands = [
  command('buy', fc.constant({}), async (_none, model, { server, viewer }, now) => {
    const { data } = await viewer.post('/store/order', { product_id: ORDER.product, provider: 'sandbox' }, newKey())
    await notify(server, { order_no: data.order_no, amount: ORDER.amount })
    model.buy(data.order_no, now)
  }),
  command('give', fc.record({ bonus: fc.integer({ min: 1, max: 90 }) }), async ({ bonus }, model, real, now) => {
    await giveBonus(real.server, real.viewer.userId, bonus)
    model.give(bonus, now)
  }),
  command('unlock', fc.record({ count: fc.integer({ min: 1, max: 5 }) }), async ({ count }, model, { viewer }, now) => {
    for (let each = 0; each < count; each++) {
      const canSpend = model.canSpend(PRICE, now)
      const body = { drama_id: 'd_long', to_no: model.episodes + 1, expect_price: PRICE }
      expect((await viewer.post('/drama/unlock_to', body, newKey())).code).toBe(canSpend ? 200 : 4201)
      if (canSpend) model.spend(PRICE, now)
    }
  }),
  command(
    'refund',
    fc.record({
      at: index,
      part: fc.oneof(fc.constant(null), tenths.map(partOf)),
      spent: fc.constantFrom('refuse' as const, 'debt' as const, 'waive' as const, 'waive' as const)
    }),
    async ({ at, part, spent }, model, real, now) => {
      const order = pick(model.orders, at)
      if (order === undefined) return
      const result = await refundByHand(real.server, order.no, { amount: part, spent, reason: 'a reason' })
      const refusal = model.refund(order, part, spent, now)
      expect(result.type === 'refused' ? result.reason : null).toBe(refusal)
    }
  ),
  command('refund at the provider', fc.record({ at: index, part: tenths }), async ({ at, part }, model, real, now) => {
    const order = pick(model.orders, at)
    if (order === undefined) return
    const ref = `re_${order.no}_${order.refunds.length}`
    await tell(real, order, 'refunded', partOf(part), { refund: ref })
    const refund = { ref, amount: partOf(part), waived: { coins: 0, bonus: 0 }, hasFailed: false }
    model.report(order, () => order.refunds.push(refund), now)
  }),
  command('fail', fc.record({ at: index, which: index }), async ({ at, which }, model, real, now) => {
    const order = pick(model.orders, at)
    const refund = order && pick(order.refunds, which)
    if (refund === undefined) return
    for (let count = 0; count < 2; count++)
      await tell(real, order as ModelOrder, 'refund_failed', refund.amount, { refund: refund.ref })
    model.report(order as ModelOrder, () => Object.assign(refund, { hasFailed: true }), now)
  }),
  command('dispute', fc.record({ at: index, part: tenths }), async ({ at, part }, model, real, now) => {
    const order = pick(model.orders, at)
    if (order === undefined) return
    const ref = `dp_${order.no}_${order.disputes.length}`
    await tell(real, order, 'disputed', partOf(part), { dispute: ref })
    model.report(order, () => order.disputes.push({ ref, amount: partOf(part), isWon: false }), now)
  }),
  command('win', fc.record({ at: index, which: index }), async ({ at, which }, model, real, now) => {
    const order = pick(model.orders, at)
    const dispute = order && pick(order.disputes, which)
    if (dispute === undefined) return
    await tell(real, order as ModelOrder, 'dispute_won', dispute.amount, { dispute: dispute.ref })
    model.report(order as ModelOrder, () => Object.assign(dispute, { isWon: true }), now)
  }),
  command('wait', fc.record({ ms: fc.constantFrom(DAY, 16 * DAY) }), async ({ ms }, _model, { server }) => {
    server.clock.advance(ms)
  }),
  command('expire', fc.constant({}), async (_none, _model, { server }, now) => {
    await writeOffAllExpiredLots(server.db, new Date(now))
  }),
  command('merge', fc.record({ own: fc.constantFrom(0, 40) }), async ({ own }, model, real) => {
    if (model.isMerged) return
    const account = await openAccount(real.server)
    if (own > 0) await giveBonus(real.server, account.userId, own)
    const given = real.server.clock.now()
    real.viewer = await signInByMail(real.server, account.email, real.viewer)
    real.userIds.push(account.userId)
    model.merge(real.server.clock.now(), own, given)
  })
]

describe.each(engines)('any order of refunds on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
    writeDrama(server.catalogueDir, { slug: 'long', episodes: 200, free: 1, price: PRICE })
    await server.loader.scan()
  })
  afterAll(() => server.close())

  test('coins, bonus, debt and what was waived are what a simple count says, and the books balance', async () => {
    const plans = fc.commands(commands, { maxCommands: STEPS, size: 'max' })
    const run = async (plan: Iterable<fc.AsyncCommand<RefundModel, Real>>) => {
      const buyer = await openBuyer(server)
      const real: Real = { server, viewer: createViewer(server, buyer), userIds: [buyer.userId] }
      await fc.asyncModelRun(() => ({ model: new RefundModel(), real }), plan)
      for (const userId of real.userIds) await expectValidLedger(server.db, userId)
    }
    await fc.assert(fc.asyncProperty(plans, run), { numRuns: RUNS, endOnFailure: true, ...seed })
    expect((await auditLedger(server.db)).faults).toEqual([])
  }, 180_000)
})

const createViewer = (server: TestServer, { token, userId }: Awaited<ReturnType<typeof openBuyer>>) => ({
  ...createApiClient(server, token),
  userId
})
