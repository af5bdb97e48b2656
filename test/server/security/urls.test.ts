import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../../contract/index.js'
import { toLoggedPath } from '../../../server/lib/log.js'
import { signIn } from '../support/api-client.js'
import { newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { writeSite } from './populated-server.js'

const visitorLogins = { perMinute: 60, perHour: 100 }
const distDir = writeSite()
const openServer = (trustedProxies: number) =>
  openTestServer({ engine: 'pglite', config: { visitorLogins, distDir, trustedProxies } })

let alone: TestServer
let behindTwo: TestServer
beforeAll(async () => {
  ;[alone, behindTwo] = [await openServer(0), await openServer(2)]
})
afterAll(async () => {
  await Promise.all([alone.close(), behindTwo.close()])
  rmSync(distDir, { recursive: true, force: true })
})

async function arrive({ fetch }: TestServer, headers: Record<string, string> = {}, body: object = {}) {
  const init = { method: 'POST', body: JSON.stringify(body) }
  const sent = { 'Content-Type': 'application/json', ...headers }
  return fetch('/index/visitor_login', { ...init, headers: sent })
}

const statusOf = async (answer: Promise<Response>) => (await answer).status

test('sixty visitors a minute come in at one address, whatever they say of where they are', async () => {
  const lies = (no: number) => ({
    'X-Forwarded-For': `10.0.0.${no}`,
    Forwarded: `for=10.0.0.${no}`,
    'X-Real-IP': `10.0.0.${no}`,
    'True-Client-IP': `10.0.0.${no}`,
    'CF-Connecting-IP': `10.0.0.${no}`,
    'XX-Device-Id': `made up ${no}`
  })
  const statuses = []
  for (let no = 1; no <= 61; no++)
    statuses.push(await statusOf(arrive(alone, lies(no), { device_secret: `${no}`.padEnd(40, 'x') })))
  expect([statuses.indexOf(429), statuses.filter(status => status === 200)]).toEqual([60, Array(60).fill(200)])
  const refused = await arrive(alone, lies(99))
  expect([refused.headers.get('Retry-After'), await refused.json()]).toEqual([
    '1',
    { code: 4502, msg: 'Too many attempts', data: null }
  ])
  expect(alone.logLines.join('')).toContain('TRUSTED_PROXIES is 0')
  const users = () => alone.db.selectFrom('users').select('id').execute()
  const count = (await users()).length
  for (let no = 1; no <= 50; no++) await arrive(alone, lies(no))
  expect(await users()).toHaveLength(count)
  alone.clock.advance(1000)
  expect(await statusOf(arrive(alone))).toBe(200)
})

test('an hour has an end, too; who has a session goes on at an address that takes nobody new', async () => {
  const from = (address: string) => ({ 'X-Forwarded-For': `${address}, 10.0.0.1` })
  const many = async () => {
    let passed = 0
    for (let no = 0; no < 61; no++) if ((await statusOf(arrive(behindTwo, from('7.7.7.7')))) === 200) passed++
    return passed
  }
  const viewer = await (await arrive(behindTwo, from('7.7.7.8'))).json()
  expect(await many()).toBe(60)
  behindTwo.clock.advance(60_000)
  expect(await many()).toBe(41)
  const { token } = viewer.data
  const again = await (await arrive(behindTwo, { ...from('7.7.7.7'), Authorization: token })).json()
  expect(again).toMatchObject({ code: 200, data: { token, is_new: false } })
})

test('behind two proxies the second entry from the right counts, and households of version 6 are one', async () => {
  const from = (...hops: string[]) => arrive(behindTwo, { 'X-Forwarded-For': hops.join(', ') })
  for (let no = 0; no < 60; no++) expect(await statusOf(from(`9.9.9.${no}`, '1.1.1.1', '10.0.0.1'))).toBe(200)
  for (const spoofed of ['8.8.8.8', '1.1.1.2', '', 'unknown', '1.1.1.1:99']) {
    expect(await statusOf(from(spoofed, '1.1.1.1', '10.0.0.2'))).toBe(429)
    expect(await statusOf(from(spoofed, '1.1.1.1:50123', '10.0.0.2'))).toBe(429)
  }
  expect(await statusOf(from('1.1.1.1', '1.1.1.2', '10.0.0.1'))).toBe(200)
  for (let no = 0; no < 60; no++) expect(await statusOf(from(`2001:db8:1:2::${no}`, '10.0.0.1'))).toBe(200)
  expect(await statusOf(from('2001:db8:1:2:ffff::1', '10.0.0.1'))).toBe(429)
  expect(await statusOf(from('[2001:db8:1:2:ffff::1]:443', '10.0.0.1'))).toBe(429)
  expect(await statusOf(from('2001:db8:1:3::1', '10.0.0.1'))).toBe(200)
})

const badReturns = [
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '',
  '//evil.test',
  '/pay',
  'evil.test',
  'https://',
  'https://user@evil.test',
  'https://:x@evil.test',
  'file:///etc',
  'https://bank.test:443@evil.test/',
  'blob:https://a.test/1',
  'intent://x',
  `https://a.test/${'x'.repeat(4096)}`
]
test('a payment leads back to web addresses alone, by hand, and in no header', async () => {
  behindTwo.clock.advance(3_600_000)
  const buyer = await signIn(behindTwo)
  const order = (return_url: string) =>
    buyer.post('/store/order', { product_id: 'p_brl_300', provider: 'sandbox', return_url }, newKey())
  for (const address of badReturns) {
    expect([address, (await order(address)).code]).toEqual([address, 4001])
    behindTwo.clock.advance(60_000)
  }
  const { order_no } = (await order('https://partner.test/\r\nSet-Cookie: a=b?<script>')).data
  for (const decision of ['leave', 'approve', '//evil.test', 'https://evil.test']) {
    const init = { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' as const }
    const { status, headers } = await behindTwo.fetch(`/pay/sandbox/${order_no}?to=//evil.test`, init)
    const location = headers.get('Location')
    if (decision.includes('evil')) expect([status, location]).toEqual([400, null])
    else expect([status, location]).toEqual([303, `/pay/sandbox/${order_no}${decision === 'leave' ? '?left=1' : ''}`])
    expect(headers.get('Set-Cookie')).toBeNull()
  }
  for (const path of ['/host', '/react', '/partners']) {
    const { headers } = await alone.fetch(`${path}?next=//evil.test`)
    expect(headers.get('Location')).toBe(`${path}/`)
  }
})

test('our own pages are in no other’s frame, and nothing tells what serves them', async () => {
  for (const path of ['/', '/pages/wallet/store', '/host/', '/partners/']) {
    const { headers } = await alone.fetch(path)
    expect(headers.get('Content-Security-Policy')).toBe("frame-ancestors 'self'; base-uri 'none'; object-src 'none'")
    const etag = headers.get('ETag') ?? ''
    const again = await alone.fetch(path, { headers: { 'If-None-Match': etag } })
    expect([again.status, again.headers.get('Content-Security-Policy')]).toEqual([
      304,
      headers.get('Content-Security-Policy')
    ])
  }
  expect((await alone.fetch('/pay/sandbox/o_x')).headers.get('Content-Security-Policy')).toContain(
    "frame-ancestors 'none'"
  )
  for (const path of [
    '/',
    '/pay/sandbox/o_x',
    '/healthz',
    '/user/info',
    '/no/route',
    '/exports/x/drama.json',
    '/m/x/y'
  ]) {
    const { headers } = await alone.fetch(path, { headers: { Origin: 'https://partner.test' } })
    const [{ method }] = endpoints
    const preflight = await alone.fetch(path, {
      method: 'OPTIONS',
      headers: { Origin: 'null', 'Access-Control-Request-Method': method }
    })
    for (const responseHeaders of [headers, preflight.headers]) {
      expect([responseHeaders.get('X-Content-Type-Options'), responseHeaders.get('Referrer-Policy')]).toEqual([
        'nosniff',
        'no-referrer'
      ])
      expect([
        responseHeaders.get('Access-Control-Allow-Origin'),
        responseHeaders.get('Access-Control-Allow-Credentials')
      ]).toEqual(['*', null])
      for (const name of ['Server', 'X-Powered-By', 'Set-Cookie']) expect(responseHeaders.get(name)).toBeNull()
    }
  }
})

const ticket = `${'a'.repeat(60)}.${'b'.repeat(43)}`
test.each([
  `/m/${ticket}/x`,
  `/m//${ticket}/x`,
  `//m/${ticket}`,
  `/M/${ticket}/x`,
  `/%6d/${ticket}/x`,
  `/exports/${ticket}`
])('the log has no ticket of %s', path => {
  expect(toLoggedPath(path)).not.toMatch(/a{8}|b{8}/)
  expect(toLoggedPath(`/x${'y'.repeat(9000)}`).length).toBeLessThan(600)
})
