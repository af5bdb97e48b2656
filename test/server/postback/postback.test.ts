// What partners are told: signed, again and again until it is taken, once for every event, and nowhere it must not go.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../../server/lib/log.js'
import { isPublicAddress } from '../../../server/modules/postback/allowed-host.js'
import { deliverDue, RETRY_DELAYS_MS } from '../../../server/modules/postback/deliver-due.js'
import { callUrl } from '../../../server/modules/postback/http-call.js'
import { selfTestCodes } from '../../../server/modules/postback/self-test/self-test-codes.js'
import { type ApiClient, signIn } from '../support/api-client.js'
import { notify, openBuyer } from '../support/buyer.js'
import { serveFilm } from '../support/film.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { parseOperatorCall } from '../support/operator-call.js'
import { asPartner, OPERATOR_KEY, openCampaign, openPartner, operate } from '../support/partners.js'
import { openReceiver } from '../support/receiver.js'
import { engines } from '../support/servers/test-database.js'

const MINUTE = 60_000

/** The code that docs/guide/postbacks.md gives partners. */
type Verify = (secret: string, header: string, signed: string, now?: number) => boolean
async function documentedVerify(): Promise<Verify> {
  const [, code = ''] = /```js\n(import[\s\S]*?)```/.exec(readFileSync('docs/guide/postbacks.md', 'utf8')) ?? []
  const module = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return module.verify
}

describe.each(engines)('postbacks on %s', engine => {
  let server: TestServer
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  let verify: Verify
  beforeAll(async () => {
    verify = await documentedVerify()
    receiver = await openReceiver()
    server = await openTestServer({ engine, config: { operatorKey: OPERATOR_KEY }, checkAnswers: true })
  })
  afterAll(async () => {
    receiver.close()
    await server.close()
  })

  const deliver = (now = server.clock.now()) =>
    deliverDue(
      {
        db: server.db,
        log: createLog('silent'),
        metrics: server.metrics,
        isProduction: false,
        conversions: server.config.conversions
      },
      new Date(now)
    )

  async function settleAll() {
    while ((await deliver()) > 0);
  }

  async function openWired(event: string, url: string, method = 'POST') {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    const { data } = await operate(server, 'campaign_postback_add', { lpid, event, url, method })
    receiver.received.length = 0
    receiver.state.answer = () => 200
    return { lpid, partner, secret: data.secret as string, id: data.id as string }
  }

  const listOf = async (partner: { get: ReturnType<typeof asPartner>['get'] }, query = {}) =>
    (await partner.get('postbacks', query)).data.list

  test('who an event is of sees what became of it, without whom it was told; nobody else does', async () => {
    const { lpid } = await openWired('purchase', `${receiver.base}/hook?k=hidden`)
    await operate(server, 'campaign_postback_add', { lpid, event: 'purchase', url: `${receiver.base}/second` })
    receiver.state.answer = ({ url }) => (url === '/second' ? 500 : 200)
    const buyer = await openBuyer(server, { lpid })
    const id = `p_${await buyer.buy('p_brl_300')}`
    const status = async (client: ApiClient) =>
      await client.get('/event/status', { ids: `${id},nothing-of-the-kind,${id}` })
    expect((await status(buyer)).data.list).toEqual([])
    await settleAll()
    const { data, text } = await status(buyer)
    expect(data.list.toSorted((one, other) => one.status.localeCompare(other.status))).toEqual([
      { event: 'purchase', event_id: id, status: 'delivered', attempts: 1, next_at: null },
      { event: 'purchase', event_id: id, status: 'waiting', attempts: 1, next_at: server.clock.now() + MINUTE }
    ])
    expect(text).not.toMatch(/hidden|127\.0\.0\.1/)
    expect((await status(await signIn(server))).data.list).toEqual([])
    expect((await buyer.get('/event/status', { ids: 'short' })).code).toBe(4001)
    expect((await buyer.get('/event/status', { ids: '' })).code).toBe(4001)
    receiver.state.answer = () => 200
    server.clock.advance(MINUTE)
    await settleAll()
    expect((await status(buyer)).data.list.map(one => [one.status, one.attempts])).toEqual(
      expect.arrayContaining([
        ['delivered', 1],
        ['delivered', 2]
      ])
    )
  })

  test('a purchase and its refund are told by POST and GET, signed as the documentation says, under the browser’s id', async () => {
    const { lpid, secret, partner } = await openWired('purchase', `${receiver.base}/hook?k=hidden`)
    const url = `${receiver.base}/p/{event}?id={event_id}&c={click_id}&v={value}&m={currency}&d={drama_id}&t={is_test}&l={lpid}`
    const get = await operate(server, 'campaign_postback_add', { lpid, event: 'refund', url, method: 'GET' })
    const buyer = await openBuyer(server, { lpid, click_ids: { clickid: 'a b&c="é' } })
    const order_no = await buyer.buy('p_brl_300')
    await notify(server, { order_no, amount: 990, outcome: 'refunded' })
    await settleAll()
    const [post, back, ...more] = receiver.received.toSorted((one, other) => (one.method < other.method ? 1 : -1))
    expect(more).toEqual([])
    expect(JSON.parse(post?.body ?? '')).toEqual({
      event: 'purchase',
      event_id: `p_${order_no}`,
      lpid,
      click_id: 'a b&c="é',
      order_no,
      value: 9.9,
      currency: 'BRL',
      drama_id: null,
      episode_no: null,
      ts: server.clock.now(),
      is_test: true,
      page_url: null,
      user_agent: null,
      fbp: null,
      fbc: null,
      ttp: null,
      utm: null
    })
    const header = `${post?.headers['drama-signature']}`
    const now = server.clock.now()
    expect(header).toMatch(/^t=\d{13},v1=[0-9a-f]{64}$/)
    expect(verify(secret, header, post?.body ?? '', now)).toBe(true)
    expect(verify(secret, header, `${post?.body} `, now)).toBe(false)
    expect(verify(`${secret}x`, header, post?.body ?? '', now)).toBe(false)
    expect(verify(secret, header, post?.body ?? '', now + 6 * MINUTE)).toBe(false)
    expect(verify(secret, header.replace(/v1=../, 'v1='), post?.body ?? '', now)).toBe(false)
    expect(post?.headers['drama-test']).toBe('1')
    expect(back?.url).toBe(`/p/refund?id=p_${order_no}&c=a%20b%26c%3D%22%C3%A9&v=9.9&m=BRL&d=&t=true&l=${lpid}`)
    expect(verify(get.data.secret, `${back?.headers['drama-signature']}`, back?.url ?? '', now)).toBe(true)
    const list = await listOf(partner)
    expect(
      list.map((row: { event: string; status: string; attempts: number }) => [row.event, row.status, row.attempts])
    ).toEqual(
      expect.arrayContaining([
        ['purchase', 'delivered', 1],
        ['refund', 'delivered', 1]
      ])
    )
    const told = JSON.stringify(list) + server.logLines.join('')
    for (const hidden of [secret, get.data.secret, 'k=hidden']) expect(told).not.toContain(hidden)
  })

  test('what is not taken is tried again after 1 m, 5 m, 30 m, 2 h, 12 h and 24 h, then failed, and may be sent again', async () => {
    const { lpid, partner } = await openWired('purchase', `${receiver.base}/down`)
    const statuses = [500, 302, 404, 429, 500, 503, 500]
    receiver.state.answer = () => statuses[receiver.received.length - 1] ?? 200
    await (await openBuyer(server, { lpid })).buy('p_brl_300')
    await settleAll()
    for (const [turn, pause] of RETRY_DELAYS_MS.entries()) {
      const [row] = await listOf(partner)
      expect(row).toMatchObject({ status: 'waiting', attempts: turn + 1, next_at: server.clock.now() + pause })
      expect(row.last_response).toMatch(new RegExp(`^${statuses[turn]} x{196,200}$|^${statuses[turn]}`))
      expect(row.last_response.length).toBeLessThan(210)
      server.clock.advance(pause - 1)
      await settleAll()
      expect(receiver.received).toHaveLength(turn + 1)
      server.clock.advance(1)
      await settleAll()
      expect(receiver.received).toHaveLength(turn + 2)
    }
    expect(RETRY_DELAYS_MS.map(pause => pause / MINUTE)).toEqual([1, 5, 30, 120, 720, 1440])
    const [row] = await listOf(partner, { status: 'failed', event: 'purchase', lpid })
    expect(row).toMatchObject({ status: 'failed', attempts: 7, next_at: null })
    server.clock.advance(7 * 24 * 60 * MINUTE)
    await settleAll()
    expect(receiver.received).toHaveLength(7)
    const stranger = await openPartner(server, [])
    const unknown = await stranger.post('resend', { id: 'f'.repeat(32) })
    expect(await stranger.post('resend', { id: row.id })).toEqual(unknown)
    expect((await partner.post('resend', { id: row.id })).code).toBe(200)
    await settleAll()
    expect((await listOf(partner))[0]).toMatchObject({ status: 'delivered', attempts: 1 })
    const ids = receiver.received.map(({ body }) => JSON.parse(body).event_id)
    expect(new Set(ids).size).toBe(1)
    expect(receiver.received.every(({ url }) => url === '/down')).toBe(true)
  })

  test('what fails is sent now instead of later as its next attempt, once for all who ask at the same time', async () => {
    const { lpid, partner, id: postbackId } = await openWired('purchase', `${receiver.base}/now`)
    receiver.state.answer = () => 500
    await (await openBuyer(server, { lpid })).buy('p_brl_300')
    const shown = async (id: string) => (await partner.get('postback_show', { id })).data
    await settleAll()
    server.clock.advance(MINUTE)
    await settleAll()
    const [row] = await listOf(partner)
    expect(row).toMatchObject({ status: 'waiting', attempts: 2, next_at: server.clock.now() + 5 * MINUTE })
    expect((await shown(row.id)).resend_refusal).toBeNull()
    receiver.state.answer = () => 200
    const resend = { id: row.id, status: 'waiting', attempts: 2 }
    const answers = await Promise.all([partner.post('resend', resend), partner.post('resend', resend)])
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
    await Promise.all([settleAll(), settleAll()])
    expect(receiver.received).toHaveLength(3)
    expect((await listOf(partner))[0]).toMatchObject({ status: 'delivered', attempts: 3 })
    expect(await partner.post('resend', resend)).toMatchObject({ code: 4001, data: { reason: 'changed' } })
    server.clock.advance(60 * MINUTE)
    await settleAll()
    expect(receiver.received).toHaveLength(3)
    expect((await partner.post('resend', { id: row.id })).code).toBe(200)
    expect((await shown(row.id)).resend_refusal).toBe('not_tried')
    await settleAll()
    expect(receiver.received).toHaveLength(4)
    await operate(server, 'campaign_postback_remove', { lpid, id: postbackId })
    expect((await shown(row.id)).resend_refusal).toBe('postback_removed')
  })

  test('two servers at once send each event once; what one takes to its grave is sent after its lease', async () => {
    const { lpid, partner } = await openWired('purchase', `${receiver.base}/many`)
    for (let turn = 0; turn < 8; turn++) await (await openBuyer(server, { lpid })).buy('p_brl_300')
    await Promise.all([deliver(), deliver(), deliver()])
    await Promise.all([settleAll(), settleAll()])
    expect(receiver.received).toHaveLength(8)
    expect(new Set(receiver.received.map(({ body }) => JSON.parse(body).event_id)).size).toBe(8)
    const [row] = await listOf(partner)
    const leased_until = new Date(server.clock.now() + MINUTE)
    await server.db
      .updateTable('event_outbox')
      .set({ status: 'waiting', attempts: 1, leased_until })
      .where('id', '=', row.id)
      .execute()
    await settleAll()
    expect((await partner.post('resend', { id: row.id })).data.reason).toBe('being_sent')
    expect(receiver.received).toHaveLength(8)
    server.clock.advance(MINUTE)
    await settleAll()
    expect(receiver.received).toHaveLength(9)
    expect((await listOf(partner))[0]).toMatchObject({ id: row.id, status: 'delivered', attempts: 2 })
  })

  test('what a browser tells is told on where it is asked for, a play only when the server has seen it', async () => {
    const { lpid, partner } = await openWired('episode_start', `${receiver.base}/start`)
    await operate(server, 'campaign_postback_add', { lpid, event: 'view_content', url: `${receiver.base}/view` })
    const viewer = await openBuyer(server, { lpid })
    const props = { drama_id: 'd_rain', episode_no: 1 }
    const told = (event: string, event_id: string, about: object = props) => ({
      event,
      event_id,
      at: server.clock.now(),
      props: about
    })
    const events = [
      told('episode_start', 'start_0001'),
      told('view_content', 'view_00001'),
      told('search', 'search_0001', {}),
      told('view_content', 'view_00001'),
      told('view_content', 'view_00002', { drama_id: 'd_none' }),
      told('view_content', 'view_00003', {}),
      told('paywall', 'paywall_01'),
      told('paywall', 'paywall_02', { drama_id: 'd_rain', episode_no: 999 }),
      told('episode_quartile', 'quartile_1'),
      told('checkout', 'checkout_1', {}),
      told('share', 'share_0001', { episode_no: 2 })
    ]
    expect((await viewer.post('/event/collect', { events })).data.accepted).toBe(3)
    expect((await viewer.post('/event/collect', { events })).data.accepted).toBe(0)
    const other = await openBuyer(server)
    expect((await other.post('/event/collect', { events: events.slice(0, 2) })).data.accepted).toBe(2)
    for (const broken of [
      [],
      [told('purchase', 'bought_001')],
      [told('search', 'a b c d e f')],
      Array(51).fill(events[0])
    ]) {
      expect((await viewer.post('/event/collect', { events: broken })).code).toBe(4001)
    }
    await settleAll()
    expect(receiver.received.map(({ url, body }) => [url, JSON.parse(body).event_id])).toEqual([
      ['/view', 'view_00001']
    ])
    const play = async () => {
      const { data } = await viewer.post('/drama/play', props)
      await serveFilm(server, viewer.userId, data.episode.id)
      server.clock.advance(30_000)
      const beats = [{ seq: 0, from_s: 0, to_s: 1, played_s: 1 }]
      await viewer.post('/drama/progress', { play_id: data.play_id, episode_id: data.episode.id, position_s: 1, beats })
    }
    await play()
    await settleAll()
    expect(receiver.received.at(-1)).toMatchObject({ url: '/start' })
    expect((await listOf(partner, { event: 'episode_start' }))[0]).toMatchObject({ status: 'delivered', attempts: 1 })
    await viewer.post('/event/collect', { events: [told('episode_start', 'start_0002', { ...props, episode_no: 2 })] })
    for (let turn = 0; turn < 25; turn++) {
      await settleAll()
      server.clock.advance(30_000)
    }
    expect((await listOf(partner, { status: 'failed' }))[0]).toMatchObject({ event_id: 'start_0002', attempts: 0 })
    expect(receiver.received).toHaveLength(2)
    const { data } = await partner.get('report')
    expect(data.totals).toMatchObject({ views: 1, starts: 1, paywalls: 0 })
  })

  describe('the page of a partner', () => {
    const script = (more = 'type="module"') => `<script ${more} src="https://drama.test/drama-app.js"></script>`
    const pages: [string, string, Record<string, string | string[]>, (string | RegExp)[]][] = [
      ['good', `${script()}<drama-app lpid="LPID"></drama-app>`, {}, []],
      [
        'pinned, in quotes of another kind',
        `<SCRIPT TYPE=module SRC='https://drama.test/v2.4.0/drama-app.js'></SCRIPT><drama-app\n lpid=LPID >`,
        {},
        []
      ],
      ['empty', '<p>soon</p>', {}, [/No script/, /No <drama-app>/]],
      ['a comment', `<!-- ${script()}<drama-app lpid="LPID"></drama-app> -->`, {}, [/No script/, /No <drama-app>/]],
      ['no module', `${script('defer')}<drama-app lpid="LPID"></drama-app>`, {}, [/needs type="module"/]],
      [
        'elsewhere',
        `${script().replace('drama.test', 'other.example')}<drama-app lpid="LPID">`,
        {},
        [/comes from https:\/\/other.example/]
      ],
      ['another campaign', `${script()}<drama-app lpid="spring">`, {}, [/names spring, not/]],
      ['no campaign', `${script()}<drama-app>`, {}, [/names no campaign/]],
      [
        'closed',
        `${script()}<drama-app lpid="LPID">`,
        { 'Content-Security-Policy': "default-src 'self'" },
        [
          /lacks: script-src https:\/\/drama\.test; connect-src https:\/\/drama\.test; img-src https:\/\/drama\.test; media-src blob:\./
        ]
      ],
      [
        'in a tag',
        `<meta http-equiv="Content-Security-Policy" content="default-src &#39;self&#39; https://drama.test">${script()}<drama-app lpid="LPID">`,
        {},
        [/lacks: media-src blob:\./]
      ],
      [
        'open',
        `${script()}<drama-app lpid="LPID">`,
        { 'Content-Security-Policy': "default-src https:; script-src 'nonce-x'; media-src blob:" },
        []
      ],
      [
        'open, then closed',
        `${script()}<drama-app lpid="LPID">`,
        { 'Content-Security-Policy': ['frame-ancestors *', "script-src 'self'"] },
        [/lacks: script-src https:\/\/drama\.test\./]
      ],
      [
        'closed by the second of two policies in one header',
        `${script()}<drama-app lpid="LPID">`,
        { 'Content-Security-Policy': "default-src https: blob:, media-src 'none'" },
        [/lacks: media-src blob:\./]
      ]
    ]
    test.each(pages)('%s', async (_name, html, headers, expected) => {
      const { lpid, partner } = await openWired('purchase', `${receiver.base}/hook`)
      receiver.state.page = { html: html.replace('LPID', lpid), headers }
      const { data } = await partner.post('selftest', { lpid, page: `${receiver.base}/page` })
      const about = data.checks.filter(({ name }: { name: string }) => name.startsWith('page'))
      const wrong = about.filter(({ ok }: { ok: boolean }) => !ok).map(({ detail }: { detail: string }) => detail)
      expect(about).toHaveLength(4)
      expect(wrong).toEqual(expected.map(one => expect.stringMatching(one)))
    })

    test('what is no page, or must not be asked for, is said so', async () => {
      const { lpid, partner } = await openWired('purchase', `${receiver.base}/hook`)
      const ask = async (page: string) => {
        const { data } = await partner.post('selftest', { lpid, page })
        return data.checks.find(({ name }: { name: string }) => name === 'page').detail
      }
      receiver.state.answer = () => 404
      expect(await ask(`${receiver.base}/gone`)).toMatch(/answers 404/)
      expect(await ask('https://10.0.0.1/')).toMatch(/may not be called/)
      expect(await ask('file:///etc/passwd')).toMatch(/may not be called/)
      expect(await ask('no address')).toMatch(/cannot be had/)
    })
  })

  test('the test of a campaign says in plain words what holds and what does not', async () => {
    const { lpid, partner } = await openWired('purchase', `${receiver.base}/hook`)
    const test = async () => {
      const { data } = await partner.post('selftest', { lpid })
      for (const { code, detail, values } of data.checks) {
        expect(selfTestCodes).toContain(code)
        for (const value of Object.values(values)) expect(detail).toContain(value)
      }
      return { ok: data.ok, checks: data.checks.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok]) }
    }
    const open = [
      ['campaign', true],
      ['start_drama', true],
      ['script', false],
      ['postback', true],
      ['signature', false]
    ]
    expect((await test()).checks.slice(0, 5)).toEqual(open)
    expect(receiver.received).toHaveLength(2)
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ event: 'test', is_test: true, lpid })
    await server.db
      .updateTable('campaigns')
      .set({ status: 'closed', start_drama_id: 'd_none' })
      .where('lpid', '=', lpid)
      .execute()
    receiver.state.answer = () => 500
    expect((await test()).checks.slice(0, 4)).toEqual([
      ['campaign', false],
      ['start_drama', false],
      ['script', false],
      ['postback', false]
    ])
    expect(await listOf(partner)).toEqual([])
    for (let turn = 0; turn < 4; turn++) await test()
    expect((await partner.raw('report')).status).toBe(200)
    const init = { method: 'POST', body: JSON.stringify({ lpid }), headers: { Authorization: partner.key } }
    expect((await server.fetch('/partner/selftest', init)).status).toBe(429)
  })
})

describe('keys and addresses', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine: 'pglite', config: { operatorKey: OPERATOR_KEY } })
  })
  afterAll(() => server.close())

  test('a key is shown once and kept as a hash; two are valid at once; revoked ones and wrong ones open nothing', async () => {
    const lpid = await openCampaign(server)
    const first = await openPartner(server, [lpid])
    const next = async () => {
      server.clock.advance(1000)
      return asPartner(server, (await operate(server, 'partner_key', { id: first.id })).data.key)
    }
    const status = async (caller: { raw: ReturnType<typeof asPartner>['raw'] }) => (await caller.raw('report')).status
    const second = await next()
    expect([await status(first), await status(second)]).toEqual([200, 200])
    const third = await next()
    expect([await status(first), await status(second), await status(third)]).toEqual([403, 200, 200])
    const kept = JSON.stringify(await server.db.selectFrom('partner_keys').selectAll().execute())
    const written = JSON.stringify(await server.db.selectFrom('operator_log').selectAll().execute())
    for (const { key } of [first, second, third]) {
      expect(kept + written + server.logLines.join('')).not.toContain(key.slice(16))
    }
    await operate(server, 'partner_revoke', { id: first.id, key: second.key.slice(0, 15) })
    expect([await status(second), await status(third)]).toEqual([403, 200])
    await operate(server, 'partner_revoke', { id: first.id })
    expect(await status(third)).toBe(403)
    expect((await operate(server, 'partner_key', { id: first.id })).data.reason).toBe('unknown_partner')
    expect((await operate(server, 'partner_give', { id: first.id, lpid })).data.reason).toBe('unknown_partner')
    const statuses = []
    for (const key of ['', 'x', third.key.toUpperCase(), `${third.key} x`])
      statuses.push(await status(asPartner(server, key)))
    expect(statuses).toEqual([403, 403, 403, 403])
    for (let guess = 0; guess < 130; guess++) statuses.push(await status(asPartner(server, `guess ${guess}`)))
    expect(statuses.at(-1)).toBe(429)
  })

  test('every command of an operator about partners does what it says', async () => {
    const lpid = await openCampaign(server)
    const say = async (line: string) => {
      const { method, path, fields } = await parseOperatorCall(line)
      const query = method === 'GET' ? `?${new URLSearchParams(JSON.parse(JSON.stringify(fields)))}` : ''
      const init = { method, headers: { Authorization: OPERATOR_KEY } }
      const body = method === 'GET' ? {} : { body: JSON.stringify(fields) }
      return (await server.fetch(`/operator/${path}${query}`, { ...init, ...body })).json()
    }
    const { data: made } = await say('partner create Ads & Co')
    await say(`partner give ${made.id} ${lpid}`)
    const { data: next } = await say(`partner key ${made.id}`)
    await say(`partner revoke ${made.id} ${made.key_id}`)
    const { data: partners } = await say('partner list')
    expect(partners.list.find((partner: { id: string }) => partner.id === made.id)).toMatchObject({
      name: 'Ads & Co',
      campaigns: [lpid],
      keys: [{ id: next.key_id }]
    })
    const address = 'https://ads.example/p?id={event_id}&token=hidden'
    const { data: added } = await say(`campaign postback add ${lpid} purchase ${address} GET`)
    expect(added.secret).toMatch(/^whs_.{43}$/)
    const { data: postbacks } = await say(`campaign postback list ${lpid}`)
    expect(postbacks.list).toMatchObject([{ id: added.id, event: 'purchase', url: 'https://ads.example/p' }])
    expect(JSON.stringify(postbacks) + JSON.stringify(partners)).not.toMatch(/hidden|whs_|_hash/)
    expect((await say(`campaign postback remove ${lpid} ${added.id}`)).code).toBe(200)
    expect((await say(`campaign postback remove ${lpid} ${added.id}`)).data.reason).toBe('unknown_postback')
    expect((await say('campaign postback add nobody purchase https://ads.example/p')).data.reason).toBe(
      'unknown_campaign'
    )
    for (const line of [
      'partner',
      'partner list all',
      'partner give x',
      'partner give x y z',
      'partner revoke x y z',
      'campaign postback',
      `campaign postback add ${lpid} purchase`,
      `campaign postback add ${lpid} purchase ${address} GET again`,
      `campaign postback remove ${lpid} p_1 p_2`
    ]) {
      await expect(parseOperatorCall(line), line).rejects.toMatchObject({ details: { exitCode: 2 } })
    }
  })

  test('a postback goes to the open internet by TLS alone, also when a name lies, and never elsewhere', async () => {
    const lpid = await openCampaign(server)
    const add = async (url: string) =>
      (await operate(server, 'campaign_postback_add', { lpid, event: 'purchase', url, method: 'GET' })).data.reason
    const refused = {
      'http://ads.example/p': 'host_not_allowed',
      'ftp://ads.example/p': 'host_not_allowed',
      'https://127.0.0.1/p': 'host_not_allowed',
      'https://2130706433/p': 'host_not_allowed',
      'https://0x7f.1/p': 'host_not_allowed',
      'https://[::1]/p': 'host_not_allowed',
      'https://[::ffff:10.0.0.1]/p': 'host_not_allowed',
      'https://169.254.169.254/latest/meta-data': 'host_not_allowed',
      'https://user:pass@ads.example/p': 'password_in_address',
      'https://{lpid}.ads.example/p': 'macro_in_host',
      'https://ads.example/p?x={email}': 'unknown_macro',
      'https://ads.example/p#x': 'fragment',
      'not an address': 'not_an_address'
    }
    const found = []
    for (const url of Object.keys(refused)) found.push([url, await add(url)])
    expect(Object.fromEntries(found)).toEqual(refused)
    expect(await add('https://ads.example/p?c={click_id}')).toBeUndefined()
    const closed = [
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.9.9.9',
      '169.254.169.254',
      '172.31.0.1',
      '192.168.1.1',
      '198.18.0.1'
    ]
    const closed6 = [
      '::',
      '::1',
      '::ffff:8.8.8.8',
      '64:ff9b::a00:1',
      'fc00::1',
      'fe80::1',
      'fe80::1%eth0',
      'ff02::1',
      '2002:a00:1::',
      '2001:db8::1',
      '2001::1'
    ]
    const openOnes = ['8.8.8.8', '172.32.0.1', '2606:4700::1111', '192.169.0.1']
    expect([...closed, ...closed6, '224.0.0.1', '255.255.255.255', 'localhost', ''].filter(isPublicAddress)).toEqual([])
    expect(openOnes.filter(isPublicAddress)).toEqual(openOnes)

    const asked: string[] = []
    const leadsTo =
      (...addresses: string[]) =>
      async (host: string) => {
        asked.push(host)
        return addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
      }
    const get = (url: string, dnsLookup: ReturnType<typeof leadsTo>, isProduction = true) =>
      callUrl({ url, method: 'GET', headers: {}, body: null }, { isProduction, dnsLookup })
    for (const addresses of [['10.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1'], []]) {
      expect(await get('https://ads.example/p', leadsTo(...addresses))).toMatchObject({
        reason: expect.stringContaining('private')
      })
    }
    expect(await get('http://localhost:1/p', leadsTo('127.0.0.1'))).toMatchObject({
      reason: expect.stringContaining('may not')
    })
    expect(await get('http://localhost:1/p', leadsTo('10.0.0.1'), false)).toMatchObject({
      reason: expect.stringContaining('private')
    })
    const receiver = await openReceiver()
    const trial = receiver.base.replace('127.0.0.1', 'localhost')
    receiver.state.answer = () => 302
    asked.length = 0
    expect(await get(`${trial}/p`, leadsTo('127.0.0.1'), false)).toMatchObject({ type: 'answered', status: 302 })
    expect([asked, receiver.received.map(({ url }) => url)]).toEqual([['localhost'], ['/p']])
    receiver.state.answer = () => 'never'
    const silent = { url: `${trial}/p`, method: 'GET', headers: {}, body: null } as const
    const outside = { isProduction: false, lookUp: leadsTo('127.0.0.1'), patienceMs: 100 }
    expect(await callUrl(silent, outside)).toEqual({ type: 'failed', reason: 'no answer in time' })
    receiver.close()
  })
})
