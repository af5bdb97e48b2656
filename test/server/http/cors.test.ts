import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../../contract/index.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ engine: 'postgres' })
})
afterAll(() => server.close())

const origin = { Origin: 'https://partner.example' }

test.each(endpoints)('$path lets any page call with exactly the headers of the product', async ({ path, method }) => {
  const preflightHeaders = {
    ...origin,
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': 'authorization'
  }
  const { status, headers } = await server.fetch(path, { method: 'OPTIONS', headers: preflightHeaders })
  expect(status).toBe(204)
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(headers.get('Access-Control-Allow-Methods')).toBe('GET,POST')
  expect(headers.get('Access-Control-Allow-Headers')).toBe(
    'Authorization,Content-Type,XX-Device-Id,XX-Token,Idempotency-Key'
  )
  expect(headers.get('Access-Control-Max-Age')).toBe('86400')
  expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
})

test('D-175 answers, refusals and errors can be read by any page, never with credentials', async () => {
  for (const path of ['/index/home', '/user/info', '/no/such/route', '/m/x/y', '/healthz']) {
    const { headers } = await server.fetch(path, { headers: origin })
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(headers.get('Access-Control-Expose-Headers')).toContain('ETag,Retry-After')
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
    expect(headers.get('Set-Cookie')).toBeNull()
  }
})

test('every answer forbids guessing types and passing on addresses, and may be used by other origins', async () => {
  for (const path of ['/index/home', '/no/such/route', '/m/x/y']) {
    const { headers } = await server.fetch(path)
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f]{16}$/)
  }
})

test('media may be asked for in parts by a page that needs a preflight', async () => {
  const preflightHeaders = {
    ...origin,
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'range'
  }
  const { headers } = await server.fetch('/m/x/y/master.m3u8', { method: 'OPTIONS', headers: preflightHeaders })
  expect(headers.get('Access-Control-Allow-Headers')).toContain('Range')
  expect(headers.get('Access-Control-Max-Age')).toBe('86400')
})
