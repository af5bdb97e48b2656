import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEmailCode } from '../support/accounts.js'
import { signIn } from '../support/api-client.js'
import { openBuyer } from '../support/buyer.js'
import { giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { drawChat, sendImage } from '../support/rewards.js'
import { parseScrape, readSample, type Sample } from '../support/scrape.js'

const TOKEN = 'token of the scraper'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({
    engine: 'pglite',
    config: { metrics: { port: null, host: '127.0.0.1', token: TOKEN } }
  })
})
afterAll(() => server.close())

const ask = (authorization?: string) =>
  server.fetch('/metrics', authorization === undefined ? {} : { headers: { Authorization: authorization } })

async function scrape(): Promise<(name: string, labels?: Record<string, string>) => number> {
  const samples = await scrapeSamples()
  return (name, labels) => readSample(samples, name, labels) ?? 0
}

async function scrapeSamples(): Promise<Sample[]> {
  // The state of the queues is read again after some seconds.
  server.clock.advance(10_000)
  return parseScrape(await (await ask(`Bearer ${TOKEN}`)).text())
}

/** How much each value has grown by what `act` does. */
async function measureGrowth(act: () => Promise<unknown>) {
  const before = await scrape()
  await act()
  const after = await scrape()
  return (name: string, labels?: Record<string, string>) => after(name, labels) - before(name, labels)
}

const DURATIONS = 'drama_http_request_duration_seconds_count'

test('without settings /metrics is a path like any other unknown one', async () => {
  const plain = await openTestServer({ engine: 'pglite', db: server.db })
  const answers = await Promise.all(
    ['/metrics', '/nothing'].map(async path => {
      const response = await plain.fetch(path, { headers: { Authorization: `Bearer ${TOKEN}` } })
      return [response.status, await response.text()]
    })
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.[0]).toBe(404)
  await plain.close()
})

test('with a token /metrics needs exactly that token', async () => {
  for (const wrong of [undefined, 'Bearer ', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(0, -1)}`]) {
    const response = await ask(wrong)
    expect([response.status, (await response.text()).includes('drama_')]).toEqual([403, false])
  }
  const response = await ask(`Bearer ${TOKEN}`)
  expect([response.status, response.headers.get('Content-Type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8'
  ])
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
})

test('requests count by route, method and status class; unknown paths share one label', async () => {
  const grown = await measureGrowth(async () => {
    await server.fetch('/index/home')
    await server.fetch('/index/home?lang=en')
    for (const path of ['/nothing', '/also/nothing', '/drama/u_123']) await server.fetch(path)
    await server.fetch('/covers/d_rain/none.webp')
    await server.fetch('/user/info')
    await server.fetch('/index/home', { method: 'OPTIONS' })
    await server.app.fetch(new Request('http://drama.test/index/home', { method: 'PROPFIND' }))
  })
  expect(grown(DURATIONS, { method: 'GET', route: '/index/home', status_class: '2xx' })).toBe(2)
  expect(grown(DURATIONS, { method: 'GET', route: 'unknown', status_class: '4xx' })).toBe(3)
  expect(grown(DURATIONS, { method: 'GET', route: '/covers/:drama/:picture', status_class: '4xx' })).toBe(1)
  expect(grown(DURATIONS, { method: 'GET', route: '/user/info', status_class: '2xx' })).toBe(1)
  expect(grown(DURATIONS, { method: 'OPTIONS', status_class: '2xx' })).toBe(1)
  expect(grown(DURATIONS, { method: 'other', route: 'unknown', status_class: '4xx' })).toBe(1)
  expect((await scrape())('drama_http_requests_in_flight')).toBe(1)
})

test('unlocks count by their result, and a repeated request counts once', async () => {
  const viewer = await signIn(server)
  await giveCoins(server, viewer.userId, 500)
  const unlock = (no: number, key = newKey(), price = 60) =>
    viewer.post('/drama/unlock', { episode_id: `e_rain_${no}`, expect_price: price }, key)
  const key = newKey()
  const grown = await measureGrowth(async () => {
    const codes = [
      await unlock(3, key),
      await unlock(3, key),
      await unlock(4),
      await unlock(4),
      await unlock(5, newKey(), 1)
    ]
    expect(codes.map(({ code }) => code)).toEqual([200, 200, 200, 4205, 4202])
  })
  expect(grown('drama_unlocks_total', { result: 'unlocked' })).toBe(2)
  expect(grown('drama_unlocks_total', { result: 'already_unlocked' })).toBe(1)
  expect(grown('drama_unlocks_total', { result: 'price_changed' })).toBe(1)
  expect(grown('drama_unlocks_total')).toBe(4)
})

test('sign-ins count by the way in', async () => {
  const grown = await measureGrowth(async () => {
    const secret = { device_secret: 'device-secret-of-a-metrics-test-0123456789a' }
    const visitor = await signIn(server, secret)
    await signIn(server, secret)
    await visitor.post('/user/email_code', { email: 'metrics@mail.test' })
    const code = await readEmailCode(server, 'metrics@mail.test')
    expect((await visitor.post('/user/email_login', { email: 'metrics@mail.test', code })).code).toBe(200)
  })
  expect(grown('drama_sign_ins_total', { method: 'new_visitor' })).toBe(1)
  expect(grown('drama_sign_ins_total', { method: 'returning_visitor' })).toBe(1)
  expect(grown('drama_sign_ins_total', { method: 'email' })).toBe(1)
})

test('first frames count as browsers report them, and what cannot be one is refused', async () => {
  const viewer = await signIn(server)
  const events = [{ event: 'search', event_id: 'search-0001', at: server.clock.now(), props: {} }]
  const report = (first_frames_ms: number[]) => viewer.post('/event/collect', { events, first_frames_ms } as never)
  const grown = await measureGrowth(async () => {
    expect((await report([240, 1400, 12_000])).code).toBe(200)
    for (const wrong of [[-1], [0.5], [600_001], Array(21).fill(1)]) expect((await report(wrong)).code).toBe(4001)
  })
  expect(grown('drama_first_frame_seconds_count')).toBe(3)
  expect(grown('drama_first_frame_seconds_sum')).toBeCloseTo(13.64, 5)
  expect(['0.25', '1.5', '10'].map(le => grown('drama_first_frame_seconds_bucket', { le }))).toEqual([1, 2, 2])
})

test('a refused request counts for its limit', async () => {
  const viewer = await signIn(server)
  const grown = await measureGrowth(async () => {
    const send = () => viewer.post('/feedback/submit', { kind: 'bug', text: 'a text' })
    for (let no = 0; no < 5; no++) await send()
    expect((await send()).status).toBe(429)
  })
  expect(grown('drama_http_rate_limited_total', { limit: 'feedback' })).toBe(1)
  expect(grown('drama_http_rate_limited_total')).toBe(1)
  expect(grown(DURATIONS, { route: '/feedback/submit', status_class: '4xx' })).toBe(1)
})

test('orders count when they are made and when they are paid', async () => {
  const buyer = await openBuyer(server)
  const grown = await measureGrowth(async () => {
    await buyer.buy('p_brl_300')
    await buyer.order('p_brl_300')
  })
  expect(grown('drama_orders_total', { provider: 'sandbox', result: 'created' })).toBe(2)
  expect(grown('drama_orders_total', { provider: 'sandbox', result: 'paid' })).toBe(1)
})

test('queues tell their depth, and for how long their first entry is due', async () => {
  const buyer = await openBuyer(server)
  const before = await scrape()
  await buyer.order('p_brl_300')
  const after = await scrape()
  expect(after('drama_queue_depth', { queue: 'orders_open' })).toBe(
    before('drama_queue_depth', { queue: 'orders_open' }) + 1
  )
  expect(after('drama_queue_overdue_seconds', { queue: 'orders_open' })).toBe(0)
  server.clock.advance(2 * 60 * 60_000)
  const later = (await scrape())('drama_queue_overdue_seconds', { queue: 'orders_open' })
  expect(later).toBeGreaterThan(60 * 60)
  expect(later).toBeLessThan(2 * 60 * 60)
  expect(after('drama_database_up')).toBe(1)
})

test('media count in bytes, uploads in pictures', async () => {
  const viewer = await signIn(server)
  const { data } = await viewer.post('/drama/play', { episode_id: 'e_rain_1' })
  const folder = new URL('.', data.sources[0]?.url ?? '')
  let sent = 0
  const grown = await measureGrowth(async () => {
    const whole = await server.fetch(new URL('540p/0.m4s', folder))
    sent = (await whole.arrayBuffer()).byteLength
    const part = await server.fetch(new URL('540p/0.m4s', folder), { headers: { Range: 'bytes=0-3' } })
    expect(part.status).toBe(206)
    await server.fetch(new URL('540p/0.m4s', folder), { method: 'HEAD' })
    expect((await sendImage(server, viewer.token, await drawChat(1))).code).toBe(200)
  })
  expect(sent).toBeGreaterThan(0)
  expect(grown('drama_media_sent_bytes_total', { kind: 'video' })).toBe(sent + 4)
  expect(grown('drama_uploads_total', { result: 'stored' })).toBe(1)
  expect(grown('drama_image_decode_duration_seconds_count')).toBe(1)
})

test('a second read of the same content is a hit', async () => {
  const read = () => server.fetch('/index/home?lang=es')
  const first = await measureGrowth(read)
  const second = await measureGrowth(read)
  expect(first('drama_cache_requests_total', { cache: 'answers', result: 'miss' })).toBe(1)
  expect(second('drama_cache_requests_total', { cache: 'answers', result: 'hit' })).toBe(1)
  expect((await scrape())('drama_cache_bytes', { cache: 'answers' })).toBeGreaterThan(1000)
})

test('no label holds an id, a path or an address, and no label has many values', async () => {
  const samples = await scrapeSamples()
  const values = new Map<string, Set<string>>()
  for (const { name, labels } of samples) {
    for (const [label, value] of Object.entries(labels)) {
      const key = `${name} ${label}`
      values.set(key, (values.get(key) ?? new Set()).add(value))
      if (label !== 'le' && label !== 'quantile')
        expect(value, key).not.toMatch(/[0-9a-f]{8}|[a-z]_[\w-]*\d|@|\d+\.\d+\.\d+\.\d+/)
    }
  }
  expect(values.get('drama_http_request_duration_seconds_count route')?.size).toBeGreaterThan(8)
  const users = await server.db.selectFrom('users').select('id').execute()
  const text = JSON.stringify(samples)
  expect(users.length).toBeGreaterThan(5)
  for (const { id } of users) expect(text).not.toContain(id)
})

test('two servers of one process count for themselves', async () => {
  const other = await openTestServer({ engine: 'pglite', db: server.db, config: { metrics: server.config.metrics } })
  const grown = await measureGrowth(() => other.fetch('/index/home'))
  expect(grown(DURATIONS, { route: '/index/home' })).toBe(0)
  await other.close()
})
