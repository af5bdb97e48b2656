import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RateLimitError } from '../../../server/http/business-error.js'
import { readClientAddress } from '../../../server/http/client-address.js'
import { createRateLimits, type RateLimits } from '../../../server/http/rate-limits/rate-limits.js'
import { MemoryBuckets, openMemoryBuckets } from '../../../server/http/rate-limits/token-buckets.js'
import { createApiClient, signIn } from '../support/api-client.js'
import { createTestClock, openTestServer, type TestServer } from '../support/open-test-server.js'

const waitOf = async (take: () => Promise<void>) => {
  try {
    await take()
    return 0
  } catch (error) {
    if (error instanceof RateLimitError) return error.retryAfterSeconds
    throw error
  }
}

const inTurn = async (take: () => Promise<number>, count: number) => {
  const waits: number[] = []
  for (let no = 0; no < count; no++) waits.push(await take())
  return waits
}

test('a bucket gives its burst at once, then one for every part of the time', async () => {
  const clock = createTestClock()
  const limit = new MemoryBuckets({ burst: 3, perMs: 30_000 }, clock)
  const take = () => waitOf(() => limit.take('a'))
  expect(await inTurn(take, 4)).toEqual([0, 0, 0, 10])
  clock.advance(9_000)
  expect(await take()).toBe(1)
  clock.advance(1_000)
  expect(await inTurn(take, 2)).toEqual([0, 10])
  clock.advance(3_600_000)
  expect(await inTurn(take, 4)).toEqual([0, 0, 0, 10])
  expect(await waitOf(() => limit.take('b'))).toBe(0)
})

test('over any time nobody gets more than the burst and what was refilled', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 200 }), async waits => {
      const clock = createTestClock()
      const limit = new MemoryBuckets({ burst: 5, perMs: 10_000 }, clock)
      let [passed, elapsed] = [0, 0]
      for (const wait of waits) {
        clock.advance(wait)
        elapsed += wait
        if ((await waitOf(() => limit.take('a'))) === 0) passed++
      }
      expect(passed).toBeLessThanOrEqual(5 + elapsed / 2000)
    })
  )
})

const HOUR_MS = 3_600_000
const steps = [60_000, HOUR_MS, 25 * HOUR_MS, 49 * HOUR_MS].flatMap(step => [step, -step])

test('whatever the clock does, no limit asks for a longer wait than on a clock that stands still', async () => {
  const visitorLogins = { perMinute: 30, perHour: 300 }
  const caller = { viewer: null, deviceId: 'd', address: '203.0.113.7' }
  const byKey = new Set<keyof RateLimits>(['visitorLogin', 'mailbox', 'operator', 'partner', 'partnerSelfTest'])
  const takeFrom = (limits: ReturnType<typeof createRateLimits>, name: keyof RateLimits) => () => {
    const limit: { take(key: unknown): Promise<void> } = limits[name]
    return limit.take(byKey.has(name) ? 'key' : caller)
  }
  const exhaust = async (take: () => Promise<void>) => {
    for (let no = 0; no < 10_000; no++) {
      const wait = await waitOf(take)
      if (wait > 0) return wait
    }
    throw new Error('no limit')
  }
  const names = Object.keys(
    createRateLimits(openMemoryBuckets(createTestClock()), { visitorLogins })
  ) as (keyof RateLimits)[]
  for (const name of names) {
    const longest = await exhaust(
      takeFrom(createRateLimits(openMemoryBuckets(createTestClock()), { visitorLogins }), name)
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...steps, 1000, 7000), { maxLength: 6 }), async jumps => {
        const clock = createTestClock()
        const take = takeFrom(createRateLimits(openMemoryBuckets(clock), { visitorLogins }), name)
        for (const jump of [0, ...jumps]) {
          clock.advance(jump)
          expect(await exhaust(take)).toBeLessThanOrEqual(longest)
        }
      }),
      { numRuns: 20 }
    )
  }
})

test('memory is bounded: of too many callers the one unused for longest is forgotten', async () => {
  const limit = new MemoryBuckets({ burst: 1, perMs: 60_000 }, createTestClock(), 3)
  for (const key of ['a', 'b', 'c']) await limit.take(key)
  expect(await waitOf(() => limit.take('a'))).toBe(60)
  for (const key of ['d', 'e']) await limit.take(key)
  expect(limit.size).toBe(3)
  expect(await waitOf(() => limit.take('a'))).toBe(60)
  expect(await waitOf(() => limit.take('b'))).toBe(0)
})

const addresses: [string, [string | undefined, string | undefined, number]][] = [
  ['10.0.0.1', ['10.0.0.1', undefined, 0]],
  ['10.0.0.1', ['10.0.0.1', '1.1.1.1', 0]],
  ['2.2.2.2', ['10.0.0.1', '1.1.1.1, 2.2.2.2', 1]],
  ['1.1.1.1', ['10.0.0.1', '1.1.1.1, 2.2.2.2', 2]],
  ['10.0.0.1', ['10.0.0.1', '1.1.1.1', 2]],
  ['10.0.0.1', ['10.0.0.1', '', 1]],
  ['10.0.0.1', ['::ffff:10.0.0.1', undefined, 0]],
  ['2001:db8:1:2', ['2001:db8:1:2:3:4:5:6', undefined, 0]],
  ['2001:db8:0:0', ['2001:0db8::1', undefined, 0]],
  ['fe80:0:0:0', ['fe80::1%eth0', undefined, 0]],
  ['2.2.2.2', ['10.0.0.1', '1.1.1.1:80, 2.2.2.2:50123', 1]],
  ['2001:db8:1:2', ['10.0.0.1', '[2001:db8:1:2::9]:50123', 1]],
  ['2001:db8:1:2', ['10.0.0.1', '[2001:DB8:1:2::9]', 1]],
  ['', [undefined, undefined, 0]]
]
test.each(addresses)('the caller is at %j when told %j', (expected, args) => {
  expect(readClientAddress(...args)).toBe(expected)
})

describe.each(['pglite', 'postgres'] as const)('limits on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { trustedProxies: 1 } })
  })
  afterAll(() => server.close())

  const search = async (headers: Record<string, string>) => {
    const response = await server.fetch('/search/index?keyword=rain', { headers })
    return { response, body: await response.json() }
  }

  test('the 61st search of a minute answers 429 in the envelope and says when to come back', async () => {
    const [visitor, other] = [await signIn(server), await signIn(server)]
    const from = (viewer: typeof visitor) => ({ Authorization: viewer.token ?? '' })
    for (let no = 1; no <= 60; no++) expect((await search(from(visitor))).response.status).toBe(200)
    const { response, body } = await search(from(visitor))
    expect([response.status, body]).toEqual([429, { code: 4502, msg: 'Too many attempts', data: null }])
    expect(response.headers.get('Retry-After')).toBe('1')
    expect(response.headers.get('Access-Control-Expose-Headers')).toContain('Retry-After')
    expect((await search(from(other))).response.status).toBe(200)
    server.clock.advance(1000)
    expect((await search(from(visitor))).response.status).toBe(200)
    expect((await search(from(visitor))).response.status).toBe(429)
  })

  test('without a token a device counts, and so does the address behind made-up devices', async () => {
    const from = (device: string, address: string) => ({
      'XX-Device-Id': device,
      'X-Forwarded-For': `9.9.9.9, ${address}`
    })
    for (let no = 1; no <= 60; no++) expect((await search(from('one', '1.1.1.1'))).response.status).toBe(200)
    expect((await search(from('one', '1.1.1.1'))).response.status).toBe(429)
    expect((await search(from('one', '2.2.2.2'))).response.status).toBe(200)
    const statuses = new Set<number>()
    for (let no = 1; no <= 540; no++) statuses.add((await search(from(`made up ${no}`, '1.1.1.1'))).response.status)
    expect(statuses).toEqual(new Set([200, 429]))
    expect((await search(from('another', '1.1.1.1'))).response.status).toBe(429)
    expect((await search(from('another', '3.3.3.3'))).response.status).toBe(200)
  })

  test('typing is limited more generously', async () => {
    const visitor = await signIn(server)
    for (let no = 1; no <= 240; no++) {
      expect((await visitor.get('/search/suggest', { keyword: 'ra' })).status).toBe(200)
    }
    expect((await visitor.get('/search/suggest', { keyword: 'ra' })).status).toBe(429)
    expect((await createApiClient(server, visitor.token).get('/search/hot')).status).toBe(200)
  })
})
