import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { type EmbeddedPostgres, startPostgres } from '../support/servers/embedded-postgres.js'

let postgres: EmbeddedPostgres
let server: TestServer
let visitor: ApiClient
let media: string
beforeAll(async () => {
  postgres = await startPostgres()
  server = await openTestServer({ engine: 'postgres', postgresUrl: await postgres.createDatabase() })
  visitor = await signIn(server)
  media = (await visitor.post('/drama/play', { episode_id: 'e_rain_1' })).data.sources[0]?.url ?? ''
})
afterAll(async () => {
  await server.close()
  await postgres.stop()
})

async function expectBusy() {
  const startedAt = performance.now()
  const calls = [
    visitor.get('/index/home'),
    visitor.post('/drama/play', { episode_id: 'e_rain_1' }),
    signIn(server).catch(() => null)
  ]
  const [home, play] = await Promise.all(calls)
  expect(performance.now() - startedAt).toBeLessThan(3000)
  for (const answer of [home, play]) {
    expect(answer).toMatchObject({ status: 503, code: 5000, msg: 'Server busy', data: null })
    expect(answer && 'headers' in answer ? answer.headers.get('Retry-After') : null).toBe('2')
  }
}

async function expectNotReady() {
  expect((await server.fetch('/livez')).status).toBe(200)
  for (const path of ['/readyz', '/healthz']) {
    server.clock.advance(1000)
    const answer = await server.fetch(path)
    expect([answer.status, await answer.json()]).toEqual([
      503,
      {
        ready: false,
        draining: false,
        clock: 'trusted',
        checks: { database: 'failed', migrations: 'failed', media: 'ok' }
      }
    ])
  }
}

const recovers = () =>
  expect
    .poll(
      async () => {
        server.clock.advance(1000)
        return [(await visitor.get('/index/home')).status, (await server.fetch('/readyz')).status]
      },
      { timeout: 10_000, interval: 100 }
    )
    .toEqual([200, 200])

test('a database that is down answers 503 within 3 s, media go on, and it recovers by itself', async () => {
  await postgres.kill()
  await expectBusy()
  expect((await server.fetch(media)).status).toBe(200)
  await expectNotReady()
  await postgres.restart()
  await recovers()
})

test('a frozen database answers 503 within 3 s, media go on, and it recovers by itself', async () => {
  await visitor.get('/index/home')
  postgres.freeze()
  try {
    await expectBusy()
    await expectBusy()
    expect((await server.fetch(media)).status).toBe(200)
    await expectNotReady()
  } finally {
    postgres.thaw()
  }
  await recovers()
  expect((await visitor.post('/drama/play', { episode_id: 'e_rain_1' })).code).toBe(200)
}, 30_000)
