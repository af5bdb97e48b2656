import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readyValue } from '../../../src/core/loading/loadable.js'
import { createRewardPage } from '../../../src/core/reward/reward-page.js'
import { openTestServer, type TestServer } from '../../server/support/open-test-server.js'
import { openApp, waitForState } from '../support/open-test-app.js'

const WAIT_OPTIONS = { timeout: 10_000 }
const DAY = 86_400_000

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ engine: 'postgres' })
  return () => server.close()
})

/** Requests to the path `cut` fail; responses from the path `lost` are dropped after the server has sent them. */
async function openPage() {
  const line = { cut: '', lost: '' }
  const { app, environment } = openApp(server, {
    lang: 'en',
    async fetch(url, init) {
      const { pathname } = new URL(url)
      if (pathname === line.cut) throw new TypeError('cut')
      const answer = await server.fetch(url, init)
      if (pathname === line.lost) throw new TypeError('cut')
      return answer
    }
  })
  await vi.waitFor(() => expect(app.session.$session.get().state).toBe('ready'), WAIT_OPTIONS)
  const open = () => {
    const page = createRewardPage(app)
    onTestFinished(page.exit)
    return page
  }
  const pass = async (time: number) => {
    server.clock.advance(time)
    await environment.advance(time)
  }
  const readClaims = () =>
    environment.emitted.filter(({ name }) => name === 'drama-reward-claimed').map(({ detail }) => detail)
  return { app, line, open, pass, readClaims, sent: environment.sent }
}

const shownOf = (page: ReturnType<typeof createRewardPage>) => readyValue(page.checkIns.index.$loadable.get())

test('a check-in is shown at once, in the coins of today, and told to the page', async () => {
  const { open, readClaims } = await openPage()
  const page = open()
  await waitForState(page.index.$loadable, 'ready')
  await waitForState(page.checkIns.index.$loadable, 'ready')
  await Promise.all([page.checkIns.checkIn(), page.checkIns.checkIn()])
  expect(shownOf(page)).toMatchObject({ streak: 1, is_checked_in: true, today_no: 1 })
  expect(page.checkIns.$paid.get()).toEqual({ bonus: 2, count: 1 })
  expect(readyValue(page.index.$loadable.get())?.earned_today).toBe(2)
  expect(readClaims()).toMatchObject([{ channel: 'task', bonus: 2 }])
})

test('a check-in whose answer is lost is told as paid, and one of another tab is shown without an error', async () => {
  const { app, line, open, pass, readClaims } = await openPage()
  const [page, other] = [open(), open()]
  for (const { index, checkIns } of [page, other]) {
    await waitForState(index.$loadable, 'ready')
    await waitForState(checkIns.index.$loadable, 'ready')
  }
  line.lost = '/checkin/claim'
  await page.checkIns.checkIn()
  expect(readClaims()).toMatchObject([{ channel: 'task', bonus: 2 }])
  line.lost = ''
  expect(shownOf(other)?.is_checked_in).toBe(false)
  await other.checkIns.checkIn()
  expect(shownOf(other)).toMatchObject({ is_checked_in: true, streak: 1 })
  await pass(1000)
  expect([readClaims().length, app.toasts.$toast.get()]).toEqual([1, undefined])
})

test('a check-in that cannot be loaded is loaded again, and a new day is shown at midnight', async () => {
  const { line, open, pass } = await openPage()
  line.cut = '/checkin/index'
  const page = open()
  await waitForState(page.checkIns.index.$loadable, 'failed')
  line.cut = ''
  page.reload()
  await waitForState(page.checkIns.index.$loadable, 'ready')
  await waitForState(page.index.$loadable, 'ready')
  page.setOnTop(true)
  await page.checkIns.checkIn()
  await pass((shownOf(page)?.ends_at ?? 0) - server.clock.now() - 500)
  expect(shownOf(page)?.is_checked_in).toBe(true)
  await vi.waitFor(async () => {
    await pass(1000)
    expect(shownOf(page)).toMatchObject({ is_checked_in: false, streak: 1, today_no: 2 })
  }, WAIT_OPTIONS)
  await pass(DAY)
})

test('where check-ins are turned off meanwhile, the page says so', async () => {
  const { app, open, pass } = await openPage()
  const page = open()
  await waitForState(page.index.$loadable, 'ready')
  await waitForState(page.checkIns.index.$loadable, 'ready')
  const campaign = { lpid: 'off', name: 'off', status: 'active', checkin_enabled: false, theme: '{}' } as const
  const start = { start_drama_id: null, start_episode_no: null, free_episodes_override: null }
  await server.db
    .insertInto('campaigns')
    .values({ ...campaign, ...start, created_at: new Date(server.clock.now()) })
    .execute()
  await app.api.post('/index/visit', { lpid: 'off' } as never)
  await page.checkIns.checkIn()
  expect(shownOf(page)).toMatchObject({ is_enabled: false, is_checked_in: false })
  await vi.waitFor(async () => {
    await pass(20)
    expect(app.toasts.$toast.get()?.title).toBe('This reward is not offered at the moment.')
  }, WAIT_OPTIONS)
})
