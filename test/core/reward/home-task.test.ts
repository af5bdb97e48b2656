import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { trackHomeTask } from '../../../src/core/reward/home-task.js'
import { openTestServer, type TestServer } from '../../server/support/open-test-server.js'
import { openApp } from '../support/open-test-app.js'

const WAIT_OPTIONS = { timeout: 10_000 }
/** Until a lost request is sent again. */
const RETRY_MS = 15_200

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ engine: 'postgres' })
  return () => server.close()
})

async function openHome(cut: string) {
  const line = { cut }
  const { app, environment } = openApp(server, {
    async fetch(url, init) {
      if (new URL(url).pathname === line.cut) throw new TypeError('cut')
      return server.fetch(url, init)
    }
  })
  await vi.waitFor(() => expect(app.session.$session.get().state).toBe('ready'), WAIT_OPTIONS)
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  trackHomeTask(app, leaving.signal)
  const countSent = (path: string) => environment.sent.filter(sent => sent.path === path).length
  const status = async () => (await app.api.get('/reward/index', {})).tasks[0]?.status
  return {
    environment,
    line,
    countSent,
    status,
    whenSent: (path: string, count: number) => vi.waitFor(() => expect(countSent(path)).toBe(count), WAIT_OPTIONS),
    whenStatus: (wanted: string) => vi.waitFor(async () => expect(await status()).toBe(wanted), WAIT_OPTIONS),
    async pass(time: number) {
      server.clock.advance(time)
      await environment.advance(time)
      // A failed request has ended after these.
      for (let turns = 0; turns < 20; turns++) await new Promise(resolve => setImmediate(resolve))
    }
  }
}

test('a lost /task/start is retried after 15 s and counts from then', async () => {
  const home = await openHome('/task/start')
  await home.whenSent('/task/start', 1)
  await home.pass(0)
  await home.pass(RETRY_MS - 100)
  expect(home.countSent('/task/start')).toBe(1)
  home.line.cut = ''
  await home.pass(100)
  await home.whenSent('/task/start', 2)
  await home.whenStatus('doing')
  await vi.waitFor(async () => {
    await home.pass(1000)
    expect(await home.status()).toBe('done')
  }, WAIT_OPTIONS)
})

test('a lost /task/report is retried after 15 s, and the seconds stay', async () => {
  const home = await openHome('/task/report')
  await home.whenStatus('doing')
  await vi.waitFor(async () => {
    await home.pass(RETRY_MS)
    expect(home.countSent('/task/report')).toBe(1)
  }, WAIT_OPTIONS)
  await home.pass(RETRY_MS - 100)
  expect(home.countSent('/task/report')).toBe(1)
  home.line.cut = ''
  await home.pass(100)
  await home.pass(0)
  await home.whenSent('/task/report', 2)
  await home.whenStatus('done')
  expect(home.countSent('/task/start')).toBe(1)
})
