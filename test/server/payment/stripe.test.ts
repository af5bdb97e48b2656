import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { OrderRow } from '../../../server/db/schema/store-tables.js'
import { expireOverdueOrders } from '../../../server/modules/order/expiry-job.js'
import { ProviderUnavailable } from '../../../server/modules/payment/provider.js'
import { createStripe } from '../../../server/modules/payment/stripe.js'
import { readPort } from '../../../server/process/listen.js'
import { createPollContext, notify, openBuyer, refundByHand } from '../support/buyer.js'
import {
  eventOf,
  type FakeStripe,
  openFakeStripe,
  type StripeSession,
  stripeSignature
} from '../support/fakes/fake-stripe.js'
import { balanceOf, expectValidLedger, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const EXTERNAL_CALL_MS = 8_000

test('Stripe gets two attempts, which end within the time of an external call', { timeout: 15_000 }, async () => {
  let requestCount = 0
  const silent = createServer(() => {
    requestCount += 1
  })
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  const apiBase = `http://127.0.0.1:${readPort(silent)}`
  const provider = createStripe({
    secretKey: 'sk_test_any',
    webhookSecret: 'whsec_any',
    apiBase,
    methods: ['card'],
    publishableKey: null
  })
  const startedAt = performance.now()
  await expect(provider.getPayment({ provider_ref: 'cs_test_1' } as OrderRow)).rejects.toThrow(ProviderUnavailable)
  expect(performance.now() - startedAt).toBeLessThan(EXTERNAL_CALL_MS)
  expect(requestCount).toBe(2)
  silent.closeAllConnections()
  silent.close()
})

const SECRET = 'whsec_of_the_tests'
const HOUR = 3_600_000

describe.each(engines)('payments by Stripe on %s', engine => {
  let stripe: FakeStripe
  let server: TestServer
  beforeAll(async () => {
    stripe = await openFakeStripe()
    const settings = { secretKey: 'sk_test_of_the_tests', webhookSecret: SECRET, apiBase: stripe.base }
    const payments = {
      providers: ['stripe' as const, 'sandbox' as const],
      stripe: { ...settings, methods: ['card', 'pix'], publishableKey: null },
      sandboxPlace: 'tab' as const
    }
    server = await openTestServer({ engine, config: { payments } })
  })
  afterAll(async () => {
    await server.close()
    await stripe.close()
  })

  const stripeOrder = { provider: 'stripe' }

  async function beginEmbedded() {
    const payments = {
      providers: ['stripe' as const],
      stripe: {
        secretKey: 'sk_test_of_the_tests',
        webhookSecret: SECRET,
        apiBase: stripe.base,
        methods: ['card', 'pix'],
        publishableKey: 'pk_test_public'
      },
      sandboxPlace: 'tab' as const
    }
    const embedding = await openTestServer({ engine, db: server.db, clock: server.clock, config: { payments } })
    onTestFinished(() => embedding.close())
    const buyer = await openBuyer(embedding)
    const { order_no, pay } = (await buyer.order('p_brl_600', stripeOrder)).data
    const call = stripe.calls.find(({ key }) => key === order_no)
    const session = [...stripe.sessions.values()].find(({ metadata }) => metadata.order_no === order_no)
    return { ...buyer, order_no, pay, call, session: session as StripeSession, fetch: embedding.fetch }
  }
  const disputed = { object: 'dispute', amount: 1990, currency: 'brl' }

  async function begin(product = 'p_brl_600') {
    const buyer = await openBuyer(server)
    const { data } = await buyer.order(product, stripeOrder)
    const session = stripe.sessions.get(data.pay?.url.split('/').at(-1) ?? '') as StripeSession
    const balance = () => balanceOf(server.db, buyer.userId)
    return { ...buyer, order_no: data.order_no, session, balance, state: () => buyer.status(data.order_no) }
  }

  const paid = (session: StripeSession): StripeSession => ({ ...session, status: 'complete', payment_status: 'paid' })

  async function send(
    payload: string,
    signature = stripeSignature(payload, SECRET, server.clock.now()),
    body = payload
  ) {
    const headers = { 'Stripe-Signature': signature, 'Content-Type': 'application/json' }
    const answer = await server.fetch('/store/notify/stripe', { method: 'POST', headers, body })
    return [answer.status, await answer.text()]
  }
  const SUCCESS = [200, 'success']
  const CREDITED = { coins: 600, bonus: 130 }
  const NOTHING = { coins: 0, bonus: 0 }

  test('a checkout is made of our order alone, and its key is the order', async () => {
    const { order_no, session, userId } = await begin()
    const call = stripe.calls.find(({ key }) => key === order_no)
    expect(call).toMatchObject({
      method: 'POST',
      path: '/v1/checkout/sessions',
      params: {
        mode: 'payment',
        client_reference_id: order_no,
        'metadata[order_no]': order_no,
        'payment_intent_data[metadata][order_no]': order_no,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][unit_amount]': '1990',
        'line_items[0][price_data][currency]': 'brl',
        'line_items[0][price_data][product_data][name]': '600 moedas',
        'allowed_payment_method_types[0]': 'card',
        'allowed_payment_method_types[1]': 'pix',
        success_url: `${server.origin}/pay/stripe/${order_no}`,
        expires_at: String((server.clock.now() + HOUR) / 1000)
      }
    })
    expect(call?.headers).not.toHaveProperty('x-stripe-client-telemetry')
    const row = await server.db.selectFrom('orders').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 'pending', is_test: true, provider_ref: session.id, pay_url: session.url })
  })

  test('where Stripe does not answer, the same decision goes on with the same order; sent twice at once, it is one', async () => {
    const buyer = await openBuyer(server)
    const key = newKey()
    stripe.failing.calls = 1
    expect((await buyer.order('p_brl_600', stripeOrder, key)).code).toBe(5000)
    const { length } = stripe.calls
    const answers = await Promise.all([1, 2, 3].map(() => buyer.order('p_brl_600', stripeOrder, key)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.data).toMatchObject({ status: 'pending', pay: { type: 'redirect' } })
    const keys = stripe.calls.slice(length).map(call => call.key)
    expect(new Set(keys)).toEqual(new Set([answers[0]?.data.order_no]))
    const orders = await server.db.selectFrom('orders').select('order_no').where('user_id', '=', buyer.userId).execute()
    expect(orders).toHaveLength(1)
  })

  test('a poll finds that it was paid, and asks at most every three seconds', async () => {
    const buyer = await begin()
    const countSessionReads = () =>
      stripe.calls.filter(({ method, path }) => method === 'GET' && path.endsWith(buyer.session.id)).length
    for (let count = 0; count < 5; count++) expect((await buyer.state()).data.status).toBe('pending')
    expect(countSessionReads()).toBe(1)
    stripe.sessions.set(buyer.session.id, paid(buyer.session))
    stripe.failing.calls = 1
    server.clock.advance(3_000)
    expect((await buyer.state()).data.status).toBe('pending')
    server.clock.advance(3_000)
    expect((await buyer.state()).data).toMatchObject({ status: 'paid', balance: CREDITED })
    expect((await buyer.state()).data.status).toBe('paid')
    expect(countSessionReads()).toBe(3)
  })

  test('events pay, fail, close and take back, however often they come', async () => {
    const one = await begin()
    const waiting = eventOf('checkout.session.completed', { ...one.session, status: 'complete' })
    expect(await send(waiting)).toEqual(SUCCESS)
    expect(await one.balance()).toEqual(NOTHING)
    const late = eventOf('checkout.session.async_payment_succeeded', paid(one.session))
    expect(
      await Promise.all([send(late), send(late), send(eventOf('checkout.session.completed', paid(one.session)))])
    ).toEqual([SUCCESS, SUCCESS, SUCCESS])
    expect(await one.balance()).toEqual(CREDITED)
    const charge = {
      id: 'ch_1',
      object: 'charge',
      payment_intent: one.session.payment_intent,
      amount: 1990,
      currency: 'brl'
    }
    const about = { ...charge, metadata: { order_no: one.order_no } }
    // Refunds are reported as a sum, so a repeated or lower sum changes nothing.
    for (const [amount_refunded, left] of [
      [995, { coins: 300, bonus: 65 }],
      [100, { coins: 300, bonus: 65 }],
      [995, { coins: 300, bonus: 65 }],
      [1000, { coins: 299, bonus: 65 }]
    ] as const) {
      expect(await send(eventOf('charge.refunded', { ...about, refunded: false, amount_refunded }))).toEqual(SUCCESS)
      expect([(await one.state()).data.status, await one.balance()]).toEqual(['paid', left])
    }
    const whole = { ...about, refunded: true, amount_refunded: 1990 }
    expect(await send(eventOf('charge.refunded', whole))).toEqual(SUCCESS)
    expect([(await one.state()).data.status, await one.balance()]).toEqual(['refunded', NOTHING])

    const two = await begin()
    await send(eventOf('checkout.session.async_payment_failed', { ...two.session, status: 'complete' }))
    expect((await two.state()).data).toMatchObject({ status: 'failed', pay: null })
    const three = await begin()
    await send(eventOf('checkout.session.expired', { ...three.session, status: 'expired' }))
    expect((await three.state()).data.status).toBe('closed')
    expect(await send(eventOf('customer.created', { id: 'cus_1' }))).toEqual(SUCCESS)
  })

  test('a dispute names the payment alone, and may come before we know it', async () => {
    const after = await begin()
    await send(eventOf('checkout.session.completed', paid(after.session)))
    await send(
      eventOf('charge.dispute.created', { ...disputed, id: 'dp_1', payment_intent: after.session.payment_intent })
    )
    expect([(await after.state()).data.status, await after.balance()]).toEqual(['disputed', NOTHING])
    const before = await begin()
    expect(
      await send(
        eventOf('charge.dispute.created', { ...disputed, id: 'dp_2', payment_intent: before.session.payment_intent })
      )
    ).toEqual(SUCCESS)
    await send(eventOf('checkout.session.completed', paid(before.session)))
    expect([(await before.state()).data.status, await before.balance()]).toEqual(['disputed', NOTHING])
    await expectValidLedger(server.db, before.userId)
    const same = await begin()
    const { payment_intent } = same.session
    await Promise.all([
      send(eventOf('charge.dispute.created', { ...disputed, id: 'dp_3', payment_intent })),
      send(eventOf('checkout.session.completed', paid(same.session)))
    ])
    expect([(await same.state()).data.status, await same.balance()]).toEqual(['disputed', NOTHING])
  })

  test('a dispute that is won, or was an inquiry only, gives back what it took; one that is lost does not', async () => {
    const closed = (payment_intent: string, id: string, status: string) =>
      send(eventOf('charge.dispute.closed', { ...disputed, id, payment_intent, status }))
    for (const status of ['won', 'warning_closed', 'lost']) {
      const buyer = await begin()
      const { payment_intent } = buyer.session
      const end = status === 'lost' ? ['disputed', NOTHING] : ['paid', CREDITED]
      const state = async () => [(await buyer.state()).data.status, await buyer.balance()]
      await send(eventOf('checkout.session.completed', paid(buyer.session)))
      const opened = eventOf('charge.dispute.created', {
        ...disputed,
        id: `dp_${status}`,
        payment_intent,
        status: 'needs_response'
      })
      await send(opened)
      expect(await state()).toEqual(['disputed', NOTHING])
      for (let count = 0; count < 2; count++)
        expect(await closed(payment_intent, `dp_${status}`, status)).toEqual(SUCCESS)
      expect(await state()).toEqual(end)
      // A second dispute of the same payment counts by itself. Its end may be reported before its start.
      expect(await closed(payment_intent, `dp_${status}_late`, 'won')).toEqual(SUCCESS)
      await send(eventOf('charge.dispute.created', { ...disputed, id: `dp_${status}_late`, payment_intent }))
      expect(await state()).toEqual(end)
      await send(eventOf('charge.dispute.created', { ...disputed, id: `dp_${status}_again`, payment_intent }))
      expect(await state()).toEqual(['disputed', NOTHING])
      await expectValidLedger(server.db, buyer.userId)
    }
  })

  test('other money, another currency, another checkout or order gives nothing, is logged and not asked for again', async () => {
    const buyer = await begin()
    const session = paid(buyer.session)
    const other = await begin()
    const wrong: [object, number][] = [
      [{ ...session, amount_total: 1989 }, 50],
      [{ ...session, amount_total: null }, 50],
      [{ ...session, currency: 'usd' }, 50],
      [{ ...session, id: 'cs_test_other' }, 50],
      [{ ...session, metadata: { order_no: other.order_no } }, 30],
      [{ ...session, metadata: { order_no: other.order_no }, client_reference_id: other.order_no }, 50],
      [{ ...session, metadata: { order_no: 'o_nothing' }, client_reference_id: 'o_nothing' }, 30],
      [{ ...session, metadata: {}, client_reference_id: null }, 30]
    ]
    for (const [object, level] of wrong) {
      server.logLines.length = 0
      expect(await send(eventOf('checkout.session.completed', object))).toEqual(SUCCESS)
      expect(server.logLines.map(line => JSON.parse(line).level)).toContain(level)
    }
    expect([await buyer.balance(), await other.balance()]).toEqual([NOTHING, NOTHING])
    expect(await send(eventOf('checkout.session.completed', session))).toEqual(SUCCESS)
    expect(await buyer.balance()).toEqual(CREDITED)
  })

  test('what Stripe has not signed, or not lately, is refused and moves nothing', async () => {
    const buyer = await begin()
    const payload = eventOf('checkout.session.completed', paid(buyer.session))
    const now = server.clock.now()
    const good = stripeSignature(payload, SECRET, now)
    const refused = [
      await send(payload, good, payload.replace('1990', '1991')),
      await send(payload, good, JSON.stringify(JSON.parse(payload))),
      await send(payload, stripeSignature(payload, SECRET, now - 400_000)),
      await send(payload, stripeSignature(payload, 'whsec_of_another', now)),
      await send(payload, ''),
      await send('', stripeSignature(' ', SECRET, now))
    ]
    for (const answer of refused) expect(answer).toEqual([400, 'signature'])
    expect((await server.fetch('/store/notify/stripe', { method: 'POST', body: 'x'.repeat(70_000) })).status).toBe(413)
    expect((await server.fetch('/store/notify/nobody', { method: 'POST', body: payload })).status).toBe(404)
    expect(await buyer.balance()).toEqual(NOTHING)
    expect(await send(payload, good)).toEqual(SUCCESS)
    expect(await buyer.balance()).toEqual(CREDITED)
    expect(server.logLines.join()).not.toMatch(/sk_test_of|whsec_of/)
  })

  test('of two providers the first is proposed, each has its own orders, and neither settles the other’s', async () => {
    const { payments } = server.config
    const buyer = await begin()
    const index = (await buyer.get('/store/index')).data
    expect([payments.providers, index.providers]).toEqual([
      ['stripe', 'sandbox'],
      [
        { id: 'stripe', is_test: true, embedded: false },
        { id: 'sandbox', is_test: true, embedded: false }
      ]
    ])
    const other = (await buyer.order('p_brl_300')).data
    expect([other.pay?.type, (await buyer.state()).data.provider]).toEqual(['sandbox', 'stripe'])
    // Correctly signed, but names the other order.
    await notify(server, { order_no: buyer.order_no, amount: 1990 })
    const named = { client_reference_id: other.order_no, metadata: { order_no: other.order_no } }
    const forOther = { ...paid(buyer.session), ...named, amount_total: 990 }
    expect(await send(eventOf('checkout.session.completed', forOther))).toEqual(SUCCESS)
    for (const path of [`/pay/sandbox/${buyer.order_no}`, `/pay/stripe/${other.order_no}`]) {
      expect((await server.fetch(path)).status).toBe(404)
    }
    expect((await buyer.decide(buyer.order_no, 'approve')).status).toBe(404)
    expect([await buyer.balance(), (await buyer.status(other.order_no)).data.status]).toEqual([NOTHING, 'pending'])
    await buyer.decide(other.order_no, 'approve')
    await send(eventOf('checkout.session.completed', paid(buyer.session)))
    expect((await buyer.balance()).coins).toBe(900)
    await notify(server, { order_no: other.order_no, outcome: 'disputed', event_id: 'dp_of_sandbox' })
    expect((await buyer.balance()).coins).toBe(600)
    const { payment_intent } = buyer.session
    await send(eventOf('charge.dispute.closed', { id: 'dp_x', payment_intent, status: 'won' }, 'dp_of_sandbox'))
    expect((await buyer.balance()).coins).toBe(600)
    await expectValidLedger(server.db, buyer.userId)
  })

  test('an hour later an order is closed, unless Stripe says that it was paid, or says nothing', async () => {
    const [unpaid, silent, late] = [await begin(), await begin(), await begin()]
    server.clock.advance(HOUR)
    stripe.sessions.set(late.session.id, paid(late.session))
    const { db } = server
    const close = () => expireOverdueOrders(createPollContext(server), new Date(server.clock.now()))
    // Only one order is left to poll, and that request fails.
    const others = [unpaid.order_no, late.order_no]
    await db
      .updateTable('orders')
      .set({ asked_at: new Date(server.clock.now()) })
      .where('order_no', 'in', others)
      .execute()
    const left = await db.selectFrom('orders').select('order_no').where('status', '=', 'pending').execute()
    stripe.failing.calls = left.length - others.length
    expect(await close()).toBe(left.length - others.length)
    expect((await silent.status(silent.order_no)).data.status).toBe('pending')
    server.clock.advance(61_000)
    await close()
    const statuses = [await unpaid.state(), await silent.state(), await late.state()].map(({ data }) => data.status)
    expect(statuses).toEqual(['closed', 'closed', 'paid'])
    expect(await late.balance()).toEqual(CREDITED)
  })

  test('paid back by hand: the coins first, then the money, once, also where Stripe does not answer at first', async () => {
    const buyer = await begin()
    await send(eventOf('checkout.session.completed', paid(buyer.session)))
    const refund = () => refundByHand(server, buyer.order_no)
    stripe.failing.calls = 1
    await expect(refund()).rejects.toThrow('stripe')
    expect(await buyer.balance()).toEqual(NOTHING)
    const before = stripe.calls.length
    expect([await refund(), await refund()]).toMatchObject([{ type: 'refunded' }, { type: 'refunded' }])
    expect(stripe.calls.slice(before).map(({ path, key }) => [path, key])).toEqual([
      ['/v1/refunds', `refund:${buyer.order_no}:1`]
    ])
    expect(stripe.calls.at(-1)?.params['metadata[refund_ref]']).toBe(`refund:${buyer.order_no}:1`)
    const about = { payment_intent: buyer.session.payment_intent, metadata: { order_no: buyer.order_no } }
    await send(eventOf('charge.refunded', { ...about, amount: 1990, currency: 'brl', refunded: true }))
    expect(await buyer.balance()).toEqual(NOTHING)
    await expectValidLedger(server.db, buyer.userId)
  })

  test('a part is refunded with its amount and a name of its own; the rest without one, once each', async () => {
    const buyer = await begin()
    const { payment_intent } = buyer.session
    await send(eventOf('checkout.session.completed', paid(buyer.session)))
    stripe.failing.calls = 1
    await expect(refundByHand(server, buyer.order_no, { amount: 995 })).rejects.toThrow('stripe')
    const before = stripe.calls.length
    await refundByHand(server, buyer.order_no, { amount: 995 })
    await refundByHand(server, buyer.order_no, { amount: 500 })
    await refundByHand(server, buyer.order_no)
    expect(stripe.calls.slice(before).map(({ key, params }) => [key, params.amount, params.payment_intent])).toEqual([
      [`refund:${buyer.order_no}:1`, '995', payment_intent],
      [`refund:${buyer.order_no}:2`, '500', payment_intent],
      [`refund:${buyer.order_no}:3`, undefined, payment_intent]
    ])
    for (const [no, amount] of [
      [1, 995],
      [2, 500],
      [3, 495]
    ]) {
      const metadata = { refund_ref: `refund:${buyer.order_no}:${no}` }
      const refund = { id: `re_${no}`, object: 'refund', payment_intent, amount, currency: 'brl', metadata }
      expect(await send(eventOf('refund.created', { ...refund, status: 'succeeded' }))).toEqual(SUCCESS)
    }
    expect([(await buyer.state()).data.status, await buyer.balance()]).toEqual(['refunded', NOTHING])
    await expectValidLedger(server.db, buyer.userId)
  })

  test('a refund that fails gives the coins back, in whatever order it is told; asked for again it is another', async () => {
    for (const isEarly of [false, true]) {
      const buyer = await begin()
      const { payment_intent } = buyer.session
      await send(eventOf('checkout.session.completed', paid(buyer.session)))
      const refund = () => refundByHand(server, buyer.order_no)
      const about = { object: 'refund', payment_intent, amount: 1990, currency: 'brl' }
      const refundEvent = (type: string, no: number, status: string) => {
        const metadata = { order_no: buyer.order_no, refund_ref: `refund:${buyer.order_no}:${no}` }
        return eventOf(type, { ...about, id: `re_${no}`, metadata, status })
      }
      const charge = { payment_intent, amount: 1990, currency: 'brl', refunded: true, metadata: {} }
      await refund()
      const events = [refundEvent('refund.created', 1, 'pending'), eventOf('charge.refunded', charge)]
      const failed = [refundEvent('refund.failed', 1, 'failed'), refundEvent('charge.refund.updated', 1, 'failed')]
      for (const event of isEarly ? [...failed, ...events] : [...events, ...failed, ...failed])
        expect(await send(event)).toEqual(SUCCESS)
      expect([(await buyer.state()).data.status, await buyer.balance()]).toEqual(['paid', CREDITED])
      const before = stripe.calls.length
      expect(await refund()).toMatchObject({ type: 'refunded' })
      expect(stripe.calls.slice(before).map(({ key }) => key)).toEqual([`refund:${buyer.order_no}:2`])
      await send(refundEvent('refund.updated', 2, 'succeeded'))
      await send(eventOf('charge.refunded', charge))
      expect([(await buyer.state()).data.status, await buyer.balance()]).toEqual(['refunded', NOTHING])
      await expectValidLedger(server.db, buyer.userId)
    }
  })

  test('refunds and disputes of others’ making count by their part; a dispute in other money is of everything', async () => {
    const buyer = await begin()
    const { payment_intent } = buyer.session
    const canceled = {
      id: 're_x',
      object: 'refund',
      payment_intent,
      amount: 995,
      currency: 'brl',
      status: 'requires_action'
    }
    await send(eventOf('refund.created', canceled))
    await send(eventOf('checkout.session.completed', paid(buyer.session)))
    expect(await buyer.balance()).toEqual({ coins: 300, bonus: 65 })
    await send(eventOf('refund.updated', { ...canceled, status: 'canceled' }))
    expect(await buyer.balance()).toEqual(CREDITED)
    await send(eventOf('charge.dispute.created', { ...disputed, id: 'dp_part', payment_intent, amount: 199 }))
    expect([(await buyer.state()).data.status, await buyer.balance()]).toEqual(['disputed', { coins: 540, bonus: 117 }])
    await send(
      eventOf('charge.dispute.created', { ...disputed, id: 'dp_usd', payment_intent, amount: 100, currency: 'usd' })
    )
    expect(await buyer.balance()).toEqual(NOTHING)
    await expectValidLedger(server.db, buyer.userId)
  })

  test('the page that Stripe leads back to asks how it went, and says it', async () => {
    const buyer = await begin()
    const page = async () => (await server.fetch(`/pay/stripe/${buyer.order_no}`)).text()
    expect(await page()).toContain('Aguardando confirmação')
    stripe.sessions.set(buyer.session.id, paid(buyer.session))
    server.clock.advance(3_000)
    expect(await page()).toContain('Pagamento aprovado')
    expect(await buyer.balance()).toEqual(CREDITED)
  })

  test('with a publishable key the payment is a form on our page, in a frame too; the webhook alone pays', async () => {
    const { pay, order_no, call, session, fetch, userId, status } = await beginEmbedded()
    expect(call?.params).toMatchObject({ ui_mode: 'elements', return_url: pay?.url })
    expect(Object.keys(call?.params ?? {}).filter(name => /success|cancel|locale/.test(name))).toEqual([])
    expect(pay).toEqual({
      type: 'redirect',
      url: `https://drama.test/pay/stripe/${order_no}`,
      embedded_url: `${pay?.url}?embedded=1`
    })
    const form = await fetch(pay?.embedded_url ?? '')
    const policy = form.headers.get('Content-Security-Policy') ?? ''
    const directives = Object.fromEntries(policy.split('; ').map(part => part.split(/ (.*)/)))
    expect(directives).toMatchObject({
      'default-src': "'none'",
      'connect-src': 'https://api.stripe.com',
      'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
      'frame-ancestors': '*'
    })
    const text = await form.text()
    for (const part of ['data-key="pk_test_public"', `data-secret="${session.client_secret}"`, 'data-locale="pt-BR"']) {
      expect(text).toContain(part)
    }
    for (const [, script = ''] of text.matchAll(/<script>([\s\S]*?)<\/script>/g)) {
      expect(policy).toContain(createHash('sha256').update(script).digest('base64'))
    }
    const tab = await fetch(pay?.url ?? '')
    expect(tab.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    expect(await tab.text()).toContain('data-secret=')

    stripe.sessions.set(session.id, { ...session, status: 'complete' })
    expect(await (await fetch(pay?.embedded_url ?? '')).text()).toContain('data-state="waiting"')
    expect((await status(order_no)).data.status).toBe('pending')
    await send(eventOf('checkout.session.completed', paid(session)))
    expect((await status(order_no)).data.status).toBe('paid')
    expect(await balanceOf(server.db, userId)).toEqual(CREDITED)
  })

  test('a form that Stripe does not give is a page that waits', async () => {
    const { pay, fetch, status, order_no } = await beginEmbedded()
    expect((await status(order_no)).data.status).toBe('pending')
    stripe.failing.calls = 1
    const page = await fetch(pay?.embedded_url ?? '')
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Aguardando confirmação')])
  })
})
