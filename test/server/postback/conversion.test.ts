// What ad networks are told by the server: against stand-ins that check as the originals document.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../../server/lib/log.js'
import { deliverDue, RETRY_DELAYS_MS } from '../../../server/modules/postback/deliver-due.js'
import { newAddress, signInByMail } from '../support/accounts.js'
import { notify, openBuyer } from '../support/buyer.js'
import { type FakeAdNetworks, META_TOKEN, openFakeAdNetworks, TIKTOK_TOKEN } from '../support/fakes/fake-ad-networks.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { parseOperatorCall } from '../support/operator-call.js'
import { OPERATOR_KEY, openCampaign, openPartner, operate } from '../support/partners.js'
import { engines } from '../support/servers/test-database.js'

const DAY = 86_400_000
const META_ID = '1234567890'
const TIKTOK_ID = 'CABC1234567890'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const AGENT = { 'User-Agent': 'agent of the tests' }

describe.each(engines)('conversions on %s', engine => {
  let server: TestServer
  let networks: FakeAdNetworks
  beforeAll(async () => {
    networks = await openFakeAdNetworks(() => server.clock.now())
    const conversions = { metaApiBase: `${networks.base}/v25.0`, tiktokApiBase: `${networks.base}/open_api/v1.3` }
    server = await openTestServer({ engine, config: { operatorKey: OPERATOR_KEY, conversions } })
  })
  afterEach(() => {
    networks.calls.length = 0
    networks.taken.length = 0
    networks.failing.calls = 0
  })
  afterAll(async () => {
    networks.close()
    await server.close()
  })

  const deliver = () => {
    const { db, clock, config, metrics } = server
    const context = { db, log: createLog('silent'), metrics, isProduction: false, conversions: config.conversions }
    return deliverDue(context, new Date(clock.now()))
  }
  async function settleAll() {
    while ((await deliver()) > 0);
  }

  /** Runs `campaign set` as an operator types it. */
  async function set(lpid: string, settings: string) {
    const { fields } = await parseOperatorCall(`campaign set ${lpid} ${settings}`)
    return operate(server, 'campaign_save', fields)
  }

  const BOTH = `meta_id=${META_ID} meta_token=${META_TOKEN} tiktok_id=${TIKTOK_ID} tiktok_token=${TIKTOK_TOKEN}`
  const CODES = 'meta_test_code=TEST1 tiktok_test_code=TEST2'

  async function openWired(settings = `${BOTH} ${CODES}`) {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    expect((await set(lpid, settings)).code).toBe(200)
    return { lpid, partner }
  }

  const landing = {
    landing_url: 'https://shop.example/a?fbclid=Fb-1&ttclid=Tt-1&utm_source=meta#part',
    consent: 'granted'
  }

  /** Turns the orders of the sandbox into real ones. */
  async function markOrdersAsReal() {
    await sql`alter table orders disable trigger orders_go_forward`.execute(server.db)
    await sql`update orders set is_test = false`.execute(server.db)
    await sql`alter table orders enable trigger orders_go_forward`.execute(server.db)
    await sql`update event_outbox set payload = payload || '{"is_test": false}' where event = 'purchase'`.execute(
      server.db
    )
  }

  test('a test purchase is told to both under the browser’s id, hashed, in seconds and major units, with the test code', async () => {
    const { lpid, partner } = await openWired()
    const visitor = await openBuyer(server, { lpid, ...landing }, AGENT)
    const email = newAddress()
    const account = await signInByMail(server, email, visitor)
    const pixel_ids = { fbp: 'fb.1.1795262400000.77', ttp: 'ttp_1' }
    const events = [{ event: 'search', event_id: 'search_0001', at: server.clock.now(), props: {} }]
    expect((await account.post('/event/collect', { events, pixel_ids })).code).toBe(200)
    const { data } = await account.post(
      '/store/order',
      { product_id: 'p_brl_300', provider: 'sandbox' },
      { 'Idempotency-Key': `conversion-order-${engine}` }
    )
    await notify(server, { order_no: data.order_no, amount: 990 })
    const visits = await sql<{
      at: Date
    }>`select created_at as at from visits where user_id = ${account.userId}`.execute(server.db)
    await settleAll()
    const seconds = Math.floor(server.clock.now() / 1000)
    const find = (network: string, name: string) =>
      networks.taken.find(one => one.network === network && [one.event.event_name, one.event.event].includes(name))
    expect(find('meta', 'Purchase')).toEqual({
      network: 'meta',
      pixel: META_ID,
      testCode: 'TEST1',
      event: {
        event_name: 'Purchase',
        event_time: seconds,
        event_id: `p_${data.order_no}`,
        action_source: 'website',
        event_source_url: 'https://shop.example/a?fbclid=Fb-1&ttclid=Tt-1&utm_source=meta',
        user_data: {
          client_user_agent: 'agent of the tests',
          fbp: 'fb.1.1795262400000.77',
          fbc: `fb.1.${visits.rows[0]?.at.getTime()}.Fb-1`,
          em: [sha256(email)],
          external_id: [sha256(account.userId.toLowerCase())]
        },
        custom_data: { value: 9.9, currency: 'BRL', order_id: data.order_no }
      }
    })
    expect(find('tiktok', 'CompletePayment')).toEqual({
      network: 'tiktok',
      pixel: TIKTOK_ID,
      testCode: 'TEST2',
      event: {
        event: 'CompletePayment',
        event_time: seconds,
        event_id: `p_${data.order_no}`,
        user: {
          user_agent: 'agent of the tests',
          ttp: 'ttp_1',
          ttclid: 'Tt-1',
          email: sha256(email),
          external_id: sha256(account.userId.toLowerCase())
        },
        page: { url: 'https://shop.example/a?fbclid=Fb-1&ttclid=Tt-1&utm_source=meta' },
        properties: { value: 9.9, currency: 'BRL', order_id: data.order_no }
      }
    })
    for (const network of ['meta', 'tiktok']) {
      expect(find(network, 'CompleteRegistration')).toMatchObject({ testCode: undefined })
      expect(find(network, 'Search')?.event.event_id).toBe('search_0001')
    }
    expect(networks.taken).toHaveLength(6)
    const { list } = (await partner.get('postbacks', { lpid })).data
    expect(list.map((row: { status: string; network: string }) => [row.status, row.network]).sort()).toEqual([
      ...Array(3).fill(['delivered', 'meta']),
      ...Array(3).fill(['delivered', 'tiktok'])
    ])
    expect(list.map((row: { url: string }) => row.url)).toEqual(
      expect.arrayContaining([
        `${networks.base}/v25.0/${META_ID}/events`,
        `${networks.base}/open_api/v1.3/event/track/`
      ])
    )
  })

  test('without consent nothing is sent, a no before a retry counts too, and tests need a test code', async () => {
    const { lpid, partner } = await openWired(BOTH)
    for (const consent of ['denied', 'unknown'])
      await buyReal(await openBuyer(server, { ...landing, lpid, consent }, AGENT))
    await settleAll()
    expect(networks.calls).toEqual([])
    const failed = async () => (await partner.get('postbacks', { lpid, status: 'failed' })).data.list
    expect((await failed()).map((row: { last_response: string }) => row.last_response)).toEqual(
      Array(4).fill('not sent: the viewer has not agreed, or the page is unknown')
    )
    const buyer = await openBuyer(server, { ...landing, lpid }, AGENT)
    await buyer.buy('p_brl_300')
    await settleAll()
    expect([networks.calls.length, (await failed()).length]).toEqual([0, 4])
    networks.failing.calls = 2
    await buyReal(buyer)
    await settleAll()
    expect(networks.calls).toHaveLength(2)
    await buyer.post('/index/visit', { lpid, consent: 'denied' })
    server.clock.advance(60_000)
    await settleAll()
    expect(networks.calls).toHaveLength(2)
    expect(await failed()).toHaveLength(6)
  })

  async function buyReal(buyer: Awaited<ReturnType<typeof openBuyer>>): Promise<string> {
    const order_no = await buyer.buy('p_brl_300')
    await markOrdersAsReal()
    return order_no
  }

  test('what is refused is tried again, TikTok’s refusal with status 200 too, and no token is ever told', async () => {
    const { lpid, partner } = await openWired(
      `meta_id=${META_ID} meta_token=EAAwrong-token-of-tests tiktok_id=${TIKTOK_ID} tiktok_token=wrong-token-of-the-tests`
    )
    const order_no = await buyReal(await openBuyer(server, { ...landing, lpid }, AGENT))
    await settleAll()
    const listOf = async () => (await partner.get('postbacks', { lpid })).data.list
    const next_at = server.clock.now() + (RETRY_DELAYS_MS[0] ?? 0)
    const answers = (await listOf()).map((row: Record<string, unknown>) => [row.network, row.status, row.next_at])
    expect(answers.sort()).toEqual([
      ['meta', 'waiting', next_at],
      ['tiktok', 'waiting', next_at]
    ])
    const texts = (await listOf()).map((row: { last_response: string }) => row.last_response).sort()
    expect(texts[0]).toContain('200 {"code":40105,"message":"Access token is incorrect or has been revoked."')
    expect(texts[1]).toContain('401 {"error":{"message":"Malformed access token …","type":"OAuthException","code":190')
    const saved = await set(lpid, `meta_token=${META_TOKEN} tiktok_token=${TIKTOK_TOKEN}`)
    expect(saved.data.campaign.conversions).toEqual({ meta: { test_code: null }, tiktok: { test_code: null } })
    server.clock.advance(60_000)
    await settleAll()
    expect(networks.taken.map(({ network, event }) => [network, event.event_id]).sort()).toEqual([
      ['meta', `p_${order_no}`],
      ['tiktok', `p_${order_no}`]
    ])
    expect(networks.taken.map(({ testCode }) => testCode)).toEqual([undefined, undefined])
    const get = (path: string) => server.fetch(`/operator/${path}`, { headers: { Authorization: OPERATOR_KEY } })
    const shown = await Promise.all(
      ['campaign_list', `campaign_show?lpid=${lpid}`, 'log'].map(async path => (await get(path)).text())
    )
    const kept = await server.db.selectFrom('operator_log').selectAll().execute()
    const told = JSON.stringify([shown, kept, saved, await listOf(), server.logLines])
    for (const token of [META_TOKEN, TIKTOK_TOKEN, 'EAAwrong', 'wrong-token']) expect(told).not.toContain(token)
    expect(networks.calls.map(({ path }) => path).join()).not.toContain('token')
  })

  test('each purchase is told once: not again when a dispute is won, not by two servers, not after a crash in the middle', async () => {
    const { lpid } = await openWired(BOTH)
    const buyer = await openBuyer(server, { ...landing, lpid }, AGENT)
    const order_no = await buyReal(buyer)
    await Promise.all([deliver(), deliver(), deliver()])
    await settleAll()
    expect(networks.calls).toHaveLength(2)
    for (const outcome of ['disputed', 'dispute_won'] as const)
      await notify(server, { order_no, amount: 990, outcome, dispute: 'dp' })
    await markOrdersAsReal()
    await settleAll()
    expect(networks.calls).toHaveLength(2)
    // The server died after the network's answer and before its own record of it.
    await sql`update event_outbox set status = 'waiting' where event_id = ${`p_${order_no}`} and postback_id <> ''`.execute(
      server.db
    )
    await settleAll()
    expect(networks.calls).toHaveLength(4)
    expect(networks.taken).toHaveLength(2)
  })

  test('nothing is sent from before the token, after it was taken away, and what is older than seven days', async () => {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    const buyer = await openBuyer(server, { ...landing, lpid }, AGENT)
    await buyReal(buyer)
    server.clock.advance(1000)
    await set(lpid, `meta_id=${META_ID} meta_token=${META_TOKEN}`)
    await settleAll()
    expect(networks.calls).toEqual([])
    networks.failing.calls = 1
    await buyReal(buyer)
    await settleAll()
    const [row] = (await partner.get('postbacks', { lpid })).data.list
    server.clock.advance(8 * DAY)
    expect((await partner.post('resend', { id: row.id })).code).toBe(200)
    await settleAll()
    expect(networks.calls).toHaveLength(1)
    const [old] = (await partner.get('postbacks', { lpid })).data.list
    expect(old).toMatchObject({ status: 'failed', last_response: 'not sent: older than 7 days' })
    networks.failing.calls = 1
    await buyReal(await openBuyer(server, { ...landing, lpid }, AGENT))
    await settleAll()
    expect((await set(lpid, 'meta_token=')).data.campaign.conversions).toEqual({ meta: null, tiktok: null })
    server.clock.advance(60_000)
    await settleAll()
    expect(networks.calls).toHaveLength(2)
    const list = (await partner.get('postbacks', { lpid, status: 'failed' })).data.list
    expect(list[0].last_response).toBe('not sent: the token was removed')
    expect((await partner.post('resend', { id: list[0].id })).data.reason).toBe('postback_removed')
    const { rows } = await sql`select token from campaign_conversions where lpid = ${lpid}`.execute(server.db)
    expect(rows).toEqual([{ token: '' }])
  })

  test('a setting that cannot work is refused with its field, and nothing of the command is kept', async () => {
    const lpid = await openCampaign(server)
    const refusals: [string, string, string | undefined][] = [
      [`meta_token=${META_TOKEN}`, 'meta_token', 'no_pixel'],
      [`name=new tiktok_token=${TIKTOK_TOKEN}`, 'tiktok_token', 'no_pixel'],
      ['meta_test_code=TEST1', 'meta_test_code', 'no_token'],
      [`meta_id=${META_ID} meta_token=short`, 'meta_token', undefined],
      [`meta_id=${META_ID} meta_token=${META_TOKEN} meta_test_code=a/b`, 'meta_test_code', undefined]
    ]
    for (const [settings, field, reason] of refusals) {
      const { code, data } = await set(lpid, settings)
      expect([settings, code, data.fields, data.reason]).toEqual([settings, 4001, [field], reason])
    }
    await set(lpid, `meta_id=${META_ID} meta_token=${META_TOKEN}`)
    expect((await set(lpid, 'meta_id=')).data).toEqual({ fields: ['pixel_hint.meta_id'], reason: 'has_token' })
    const shown = await server.fetch(`/operator/campaign_show?lpid=${lpid}`, {
      headers: { Authorization: OPERATOR_KEY }
    })
    const { data } = await shown.json()
    expect(data.campaign).toMatchObject({ pixel_hint: { meta_id: META_ID }, conversions: { meta: {}, tiktok: null } })
    expect(data.campaign.name).not.toBe('new')
    expect((await set(lpid, 'meta_id= meta_token=')).data.campaign.pixel_hint).toEqual({})
  })
})
