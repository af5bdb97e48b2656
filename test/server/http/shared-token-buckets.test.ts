import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  createPostgresTokenBucketStore,
  deleteUnusedBuckets
} from '../../../server/http/rate-limits/postgres-token-buckets.js'
import {
  openSharedBuckets,
  type TokenBucketStore,
  type TokenRequest
} from '../../../server/http/rate-limits/shared-token-buckets.js'
import { type TokenBucket, takeToken } from '../../../server/http/rate-limits/token-buckets.js'
import { openValkeyTokenBucketStore } from '../../../server/http/rate-limits/valkey-token-buckets.js'
import { createLog } from '../../../server/lib/log.js'
import { createApiClient, signIn } from '../support/api-client.js'
import { openServers } from '../support/open-servers.js'
import { createTestClock } from '../support/open-test-server.js'
import { freshDatabase, openPostgres } from '../support/servers/test-database.js'
import { startValkey, type ValkeyServer, valkeyProgram } from '../support/servers/valkey-server.js'

const START = createTestClock().now()
const SEARCH = { burst: 60, perMs: 60_000 }
const log = createLog('silent')

interface OpenStores {
  stores: TokenBucketStore[]
  close(): Promise<void>
}

async function openPostgresStores(count: number): Promise<OpenStores> {
  const url = await freshDatabase(process.env.TEST_POSTGRES_TEMPLATE)
  const databases = Array.from({ length: count }, () => openPostgres(url))
  return {
    stores: databases.map(createPostgresTokenBucketStore),
    close: async () => {
      for (const db of databases) await db.destroy()
    }
  }
}

async function openValkeyStores(server: ValkeyServer, count: number): Promise<OpenStores> {
  const stores = Array.from({ length: count }, () => openValkeyTokenBucketStore(server.url, log))
  return {
    stores,
    close: async () => {
      for (const store of stores) store.close()
      await server.stop()
    }
  }
}

const kinds: [string, (count: number) => Promise<OpenStores>][] = [['Postgres', openPostgresStores]]
const programs = valkeyProgram === null ? [] : [valkeyProgram]
for (const program of programs) {
  kinds.push(['Valkey', async count => openValkeyStores(await startValkey(program), count)])
}

describe.each(kinds)('buckets of several servers in %s', (_name, open) => {
  let opened: OpenStores
  const servers = () => opened.stores as [TokenBucketStore, TokenBucketStore, TokenBucketStore]
  beforeAll(async () => {
    opened = await open(3)
    // Until every server is connected, a store counts for itself.
    for (const store of servers()) {
      await vi.waitUntil(async () => (await store.take(request('connected', 1e9))).tokens < 1e9 - 3)
    }
  })
  afterAll(() => opened.close())

  const request = (key: string, burst = 60, now = START): TokenRequest => ({
    key,
    rate: { burst, perMs: 60_000 },
    now
  })

  test('give as much as those of one process', async () => {
    let run = 0
    const waits = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.integer({ min: -3000, max: 9000 })), {
      maxLength: 30
    })
    await fc.assert(
      fc.asyncProperty(waits, async steps => {
        run += 1
        const buckets = new Map<string, TokenBucket>()
        let now = START
        for (const [step, [name, wait]] of steps.entries()) {
          now += wait
          const key = `${run} ${name}`
          const expected = takeToken(buckets.get(key), { burst: 5, perMs: 60_000 }, now)
          buckets.set(key, expected.bucket)
          const reply = await servers()[step % 3]?.take({ key, rate: { burst: 5, perMs: 60_000 }, now })
          expect(reply?.isAllowed).toBe(expected.isAllowed)
          expect(reply?.tokens).toBeCloseTo(expected.bucket.tokens, 6)
        }
      }),
      { numRuns: 40 }
    )
  })

  test('give no more in all, whoever is asked at the same time', async () => {
    const replies = await Promise.all(
      Array.from({ length: 240 }, (_, no) => servers()[no % 3]?.take(request(no % 4 === 3 ? 'quiet' : 'busy')))
    )
    const countAllowed = (isQuiet: boolean) =>
      replies.filter((reply, no) => reply?.isAllowed && (no % 4 === 3) === isQuiet).length
    expect([countAllowed(false), countAllowed(true)]).toEqual([60, 60])
    const refused = replies.filter(reply => !reply?.isAllowed)
    expect(refused.every(reply => (reply?.tokens ?? 1) < 1)).toBe(true)
  })
})

test('who was refused is refused without the store until the next token, whatever the clock does', async () => {
  const clock = createTestClock()
  const asked: string[] = []
  const store: TokenBucketStore = {
    async take({ key }) {
      asked.push(key)
      return { isAllowed: false, tokens: 0.5 }
    }
  }
  const limit = openSharedBuckets({ store, clock, hashKey: (...parts) => parts.join('|') })('search', SEARCH)
  const take = () => limit.take('1.1.1.1').catch(({ retryAfterSeconds }) => retryAfterSeconds)
  expect([await take(), await take(), await take()]).toEqual([1, 1, 1])
  expect(asked).toEqual(['rate limit|search|1.1.1.1'])
  clock.advance(500)
  await take()
  clock.advance(-3_600_000)
  await take()
  expect(asked).toHaveLength(3)
})

test('on two servers the 61st search of a minute is refused, by whichever it is asked', async () => {
  const servers = await openServers('two servers on postgres')
  const visitor = await signIn(servers[0])
  const clients = servers.map(server => createApiClient(server, visitor.token))
  const statuses: (number | undefined)[] = []
  for (let no = 0; no < 62; no++) {
    statuses.push((await clients[no % 2]?.get('/search/index', { keyword: 'rain' }))?.status)
  }
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429, 429])
  const { rate_buckets } = await servers[0].db
    .selectFrom('rate_buckets')
    .select(({ fn }) => fn.countAll<string>().as('rate_buckets'))
    .where('key', 'like', '%user%')
    .executeTakeFirstOrThrow()
  expect(rate_buckets).toBe('0')
  await deleteUnusedBuckets(servers[0].db, servers[0].clock.now())
  expect(await servers[0].db.selectFrom('rate_buckets').select('key').execute()).not.toEqual([])
  await deleteUnusedBuckets(servers[0].db, servers[0].clock.now() + 3 * 3_600_000)
  expect(await servers[0].db.selectFrom('rate_buckets').select('key').execute()).toEqual([])
  for (const server of servers) await server.close()
})

describe.each(programs)('without an answer of %s', program => {
  test('a server counts for itself, and for all again once it answers', async () => {
    const server = await startValkey(program)
    const stores = [openValkeyTokenBucketStore(server.url, log), openValkeyTokenBucketStore(server.url, log)] as const
    const request = { key: 'a', rate: { burst: 1000, perMs: 3_600_000 }, now: START }
    const tokensOf = async (place: 0 | 1) => (await stores[place].take(request)).tokens
    await expect.poll(() => tokensOf(0)).toBeLessThan(999)
    await server.kill()
    const alone = [await tokensOf(0), await tokensOf(1), await tokensOf(1)]
    expect(alone.every(tokens => tokens < 1000)).toBe(true)
    await server.restart()
    await expect
      .poll(async () => {
        const [one, other] = [await tokensOf(0), await tokensOf(1)]
        return one - other
      })
      .toBe(1)
    for (const store of stores) store.close()
    await server.stop()
  })
})
