// Postbacks of visits, accounts and unlocks, the test marks of all, and what they say about the viewer's page.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../../server/lib/log.js'
import { deliverDue } from '../../../server/modules/postback/deliver-due.js'
import { expandTemplate, findTemplateProblem } from '../../../server/modules/postback/url-template.js'
import { newAddress, requestCode } from '../support/accounts.js'
import { createApiClient } from '../support/api-client.js'
import { openBuyer } from '../support/buyer.js'
import { serveFilm } from '../support/film.js'
import { giveBonus, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { OPERATOR_KEY, openCampaign, openPartner, operate } from '../support/partners.js'
import { openReceiver, type Receiver } from '../support/receiver.js'
import { engines } from '../support/servers/test-database.js'

const AGENT = { 'User-Agent': 'agent of the tests' }

describe.each(engines)('postbacks of the server’s own events on %s', engine => {
  let server: TestServer
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await openReceiver()
    server = await openTestServer({ engine, config: { operatorKey: OPERATOR_KEY } })
  })
  afterAll(async () => {
    receiver.close()
    await server.close()
  })

  async function settleAll() {
    const { db, config, clock, metrics } = server
    const context = { db, log: createLog('silent'), metrics, isProduction: false, conversions: config.conversions }
    while ((await deliverDue(context, new Date(clock.now()))) > 0);
  }

  async function openWired(...events: string[]) {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    for (const event of events)
      await operate(server, 'campaign_postback_add', { lpid, event, url: `${receiver.base}/${event}` })
    receiver.received.length = 0
    return { lpid, partner }
  }

  async function readBodies() {
    await settleAll()
    return receiver.received.splice(0).map(({ body }) => JSON.parse(body))
  }

  const told = (event: string, event_id: string, props: object = {}) => ({
    event,
    event_id,
    at: server.clock.now(),
    props
  })

  const landing = {
    landing_url: 'https://shop.example/a?x=1&fbclid=Fb-1&utm_source=meta&utm_campaign=s%20e#part',
    consent: 'granted'
  }

  test('a visit is told once, under the browser’s id, and only if the server has recorded it', async () => {
    const { lpid } = await openWired('visit')
    const viewer = await openBuyer(server, { ...landing, lpid }, AGENT)
    const [visit] = await sql<{ at: Date }>`select created_at as at from visits where user_id = ${viewer.userId}`
      .execute(server.db)
      .then(({ rows }) => rows)
    const pixel_ids = { fbp: 'fb.1.1795262400000.77', ttp: 'ttp_1' }
    const events = [told('visit', 'visit_0001')]
    expect((await viewer.post('/event/collect', { events, pixel_ids })).data.accepted).toBe(1)
    await viewer.post('/event/collect', { events: [...events, told('visit', 'visit_0002')], pixel_ids })
    expect(await readBodies()).toEqual([
      {
        event: 'visit',
        event_id: 'visit_0001',
        lpid,
        click_id: 'Fb-1',
        order_no: null,
        value: null,
        currency: null,
        drama_id: null,
        episode_no: null,
        ts: server.clock.now(),
        is_test: false,
        page_url: 'https://shop.example/a?x=1&fbclid=Fb-1&utm_source=meta&utm_campaign=s%20e',
        user_agent: 'agent of the tests',
        fbp: 'fb.1.1795262400000.77',
        fbc: `fb.1.${visit?.at.getTime()}.Fb-1`,
        ttp: 'ttp_1',
        utm: { source: 'meta', campaign: 's e' }
      }
    ])
    server.clock.advance(11 * 60_000)
    await viewer.post('/index/visit', { lpid, consent: 'granted', is_test: true })
    await viewer.post('/event/collect', { events: [told('visit', 'visit_0003')] })
    expect(await readBodies()).toMatchObject([{ event_id: 'visit_0003', is_test: true }])
    for (const wrong of [{ fbp: 'a b' }, { ttp: '' }]) {
      expect((await viewer.post('/event/collect', { events, pixel_ids: wrong })).code).toBe(4001)
    }
  })

  test('without consent a postback says nothing about page, browser and cookies, and a later no takes them away', async () => {
    const { lpid } = await openWired('view_content')
    const nothing = { page_url: null, user_agent: null, fbp: null, fbc: null, ttp: null, utm: null }
    const pixel_ids = { fbp: 'fb.1.1795262400000.77' }
    const view = (event_id: string) => told('view_content', event_id, { drama_id: 'd_rain' })
    for (const consent of ['unknown', 'denied']) {
      const viewer = await openBuyer(server, { ...landing, lpid, consent }, AGENT)
      await viewer.post('/event/collect', { events: [view(`view_${consent}`)], pixel_ids })
      expect(await readBodies()).toMatchObject([{ ...nothing, click_id: null }])
    }
    const viewer = await openBuyer(server, { lpid, landing_url: 'https://shop.example/' })
    await viewer.post('/event/collect', { events: [view('view_allowed')], pixel_ids })
    expect(await readBodies()).toMatchObject([{ ...pixel_ids, page_url: 'https://shop.example/', utm: null }])
    await viewer.post('/index/visit', { lpid, consent: 'denied' })
    await viewer.post('/event/collect', { events: [view('view_refused')], pixel_ids })
    expect(await readBodies()).toMatchObject([nothing])
  })

  test('a new account is told once, under the id that the browser gets, also when its answer is asked for again', async () => {
    const { lpid } = await openWired('register')
    const visitor = await openBuyer(server, { ...landing, lpid }, AGENT)
    const email = newAddress()
    const code = await requestCode(server, email, visitor)
    const first = await visitor.post('/user/email_login', { email, code })
    const again = await visitor.post('/user/email_login', { email, code })
    expect(again.data.event_id).toBe(first.data.event_id)
    const bodies = await readBodies()
    expect(bodies).toMatchObject([{ event: 'register', event_id: first.data.event_id, is_test: false }])
    expect(JSON.stringify(bodies)).not.toContain(visitor.userId)
    const other = await openBuyer(server, { ...landing, lpid }, AGENT)
    const otherCode = await requestCode(server, email, other)
    expect((await other.post('/user/email_login', { email, code: otherCode })).data.merged).not.toBeNull()
    expect(await readBodies()).toEqual([])
  })

  test('an unlock is told once, in coins, under the id of its answer, with the last episode of a range', async () => {
    const { lpid } = await openWired('unlock')
    const viewer = await openBuyer(server, { ...landing, lpid }, AGENT)
    await giveBonus(server, viewer.userId, 500)
    const key = newKey()
    const body = { episode_id: 'e_rain_3', expect_price: 60 }
    const answers = await Promise.all([1, 2, 3].map(() => viewer.post('/drama/unlock', body, key)))
    const { event_id, is_test } = answers[0]?.data ?? {}
    expect(answers.map(({ data }) => data.event_id)).toEqual([event_id, event_id, event_id])
    expect(is_test).toBe(false)
    const about = { event: 'unlock', drama_id: 'd_rain', currency: null, order_no: null, is_test: false }
    expect(await readBodies()).toMatchObject([{ ...about, event_id, value: 60, episode_no: 3 }])
    const range = { drama_id: 'd_rain', to_no: 5, expect_price: 120 }
    const { data } = await viewer.post('/drama/unlock_to', range, newKey())
    expect(await readBodies()).toMatchObject([{ ...about, event_id: data.event_id, value: 120, episode_no: 5 }])
    expect((await viewer.post('/drama/unlock', body, newKey())).code).toBe(4205)
    expect(await readBodies()).toEqual([])
  })

  test('an unlock is a test in a test visit, and of a viewer who has paid test orders alone', async () => {
    const { lpid, partner } = await openWired('unlock')
    const buyer = await openBuyer(server, { lpid })
    await buyer.buy('p_brl_600')
    const unlock = (no: number) =>
      buyer.post('/drama/unlock', { episode_id: `e_rain_${no}`, expect_price: 60 }, newKey())
    expect((await unlock(3)).data.is_test).toBe(true)
    await sql`alter table orders disable trigger orders_go_forward`.execute(server.db)
    await sql`update orders set is_test = false where user_id = ${buyer.userId}`.execute(server.db)
    await sql`alter table orders enable trigger orders_go_forward`.execute(server.db)
    expect((await unlock(4)).data.is_test).toBe(false)
    server.clock.advance(1000)
    await buyer.post('/index/visit', { lpid, is_test: true })
    expect((await unlock(5)).data.is_test).toBe(true)
    expect((await readBodies()).map(({ episode_no, is_test }) => [episode_no, is_test]).sort()).toEqual([
      [3, true],
      [4, false],
      [5, true]
    ])
    const { totals } = (await partner.get('report')).data
    expect([totals.unlocks, totals.test.unlocks, totals.test.unlock_coins]).toEqual([2, 1, 60])
  })

  test('a checkout says its order, its money and whether it is a test; nobody can name another viewer’s', async () => {
    const { lpid } = await openWired('checkout')
    const buyer = await openBuyer(server, { lpid })
    const { data } = await buyer.order('p_brl_300')
    expect(data.is_test).toBe(true)
    expect((await buyer.status(data.order_no)).data.is_test).toBe(true)
    const stranger = await openBuyer(server, { lpid })
    const events = [told('checkout', 'checkout_1', { order_no: data.order_no })]
    expect((await stranger.post('/event/collect', { events })).data.accepted).toBe(0)
    await stranger.order('p_brl_600')
    expect((await stranger.post('/event/collect', { events })).data.accepted).toBe(0)
    await buyer.order('p_brl_600')
    await buyer.post('/event/collect', { events })
    await stranger.post('/event/collect', { events: [told('checkout', 'checkout_2')] })
    const money = { event: 'checkout', currency: 'BRL', is_test: true }
    expect((await readBodies()).toSorted((one, other) => one.value - other.value)).toMatchObject([
      { ...money, event_id: 'checkout_1', order_no: data.order_no, value: 9.9 },
      { ...money, event_id: 'checkout_2', value: 19.9 }
    ])
  })

  test('what nobody wants is not kept in the outbox', async () => {
    const { lpid } = await openWired('purchase')
    const viewer = await openBuyer(server, { lpid })
    await giveBonus(server, viewer.userId, 60)
    await viewer.post('/event/collect', { events: [told('visit', `visit_un${engine}`)] })
    await viewer.post('/drama/unlock', { episode_id: 'e_rain_3', expect_price: 60 }, newKey())
    const rows = await server.db
      .selectFrom('event_outbox')
      .select('event')
      .where('user_id', '=', viewer.userId)
      .execute()
    expect(rows).toEqual([])
  })

  test('test visits and what happens in them are counted apart, and take nothing from real ones', async () => {
    const { lpid, partner } = await openWired()
    const report = async () => (await partner.get('report')).data.totals
    const viewer = await openBuyer(server, { lpid, is_test: true })
    const view = (event_id: string) => told('view_content', event_id, { drama_id: 'd_rain' })
    const watch = async () => {
      const { data } = await viewer.post('/drama/play', { drama_id: 'd_rain', episode_no: 1 })
      await serveFilm(server, viewer.userId, data.episode.id)
      server.clock.advance(1000)
      const beats = [{ seq: 0, from_s: 0, to_s: 1, played_s: 1 }]
      await viewer.post('/drama/progress', { play_id: data.play_id, episode_id: data.episode.id, position_s: 1, beats })
    }
    await viewer.post('/event/collect', { events: [view(`view_test_${engine}`)] })
    await watch()
    const none = { visits: 0, new_visitors: 0, views: 0, starts: 0 }
    const one = { visits: 1, new_visitors: 1, views: 1, starts: 1 }
    expect(await report()).toMatchObject({ ...none, test: one })
    // The same viewer comes for real a minute later: everything counts as if there had been no test.
    server.clock.advance(60_000)
    await viewer.post('/index/visit', { lpid })
    await viewer.post('/event/collect', { events: [view(`view_real_${engine}`)] })
    await watch()
    expect(await report()).toMatchObject({ ...one, test: one })
    // A test on another device leaves this one real.
    const otherDevice = createApiClient(server, viewer.token, 'device2')
    await otherDevice.post('/index/visit', { lpid, is_test: true })
    await viewer.post('/event/collect', { events: [view(`view_more_${engine}`)] })
    expect(await report()).toMatchObject({ visits: 1, views: 2, test: { visits: 2, new_visitors: 1, views: 1 } })
    const csv = await (await partner.raw('report', { format: 'csv' })).text()
    expect(csv.split('\r\n')[0]).toMatch(/,test_checkouts,test_purchases,test_coins_sold,test_refunds,test_visits,/)
    const before = await report()
    expect((await partner.post('selftest', { lpid })).code).toBe(200)
    expect(await report()).toEqual(before)
  })
})

test('macros of an address are filled from page, browser, cookies and utm, and stay empty without them', () => {
  const template =
    'https://ads.example/p?u={page_url}&a={user_agent}&b={fbp}&c={fbc}&t={ttp}&s={utm_source}&m={utm_medium}'
  expect(findTemplateProblem(template, true)).toBeNull()
  expect(findTemplateProblem('https://ads.example/p?x={utm}', true)).toBe('unknown_macro')
  expect(findTemplateProblem('https://ads.example/p?x={utm_secret}', true)).toBe('unknown_macro')
  const event = { event: 'visit', event_id: 'visit_0001', lpid: 'a', click_id: null, order_no: null, value: null }
  const rest = { currency: null, drama_id: null, episode_no: null, ts: 1, is_test: false }
  const viewer = { page_url: 'https://a.example/?x=1', user_agent: 'A/1 b', fbp: 'fb.1', fbc: null, ttp: 't' }
  expect(expandTemplate(template, { ...event, ...rest, ...viewer, utm: { source: 'me&ta' } })).toBe(
    'https://ads.example/p?u=https%3A%2F%2Fa.example%2F%3Fx%3D1&a=A%2F1%20b&b=fb.1&c=&t=t&s=me%26ta&m='
  )
  const unknown = { page_url: null, user_agent: null, fbp: null, fbc: null, ttp: null, utm: null }
  expect(expandTemplate(template, { ...event, ...rest, ...unknown })).toBe('https://ads.example/p?u=&a=&b=&c=&t=&s=&m=')
})
