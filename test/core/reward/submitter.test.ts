import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { trackHomeTask } from '../../../src/core/reward/home-task.js'
import { createRewardPage } from '../../../src/core/reward/reward-page.js'
import { DRAFTS_KEY } from '../../../src/core/reward/submission-drafts.js'
import { createTelegramPage, type TelegramPage } from '../../../src/core/reward/telegram-page.js'
import { openTestServer, type TestServer } from '../../server/support/open-test-server.js'
import { openApp, waitForState } from '../support/open-test-app.js'

const WAIT_OPTIONS = { timeout: 10_000 }

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ engine: 'postgres' })
  return () => server.close()
})

/** An app of a new viewer. Responses from the path `lost` are dropped after the server has sent them. */
async function openViewer() {
  const line = { lost: '' }
  const opened = openApp(server, {
    lang: 'en',
    async fetch(url, init) {
      const answer = await server.fetch(url, init)
      if (new URL(url).pathname === line.lost) throw new TypeError('cut')
      return answer
    }
  })
  await vi.waitFor(() => expect(opened.app.i18n.$translation.get()).toBeDefined(), WAIT_OPTIONS)
  const pass = async (time: number) => {
    server.clock.advance(time)
    await opened.environment.advance(time)
  }
  const sentTo = (path: string) => opened.environment.sent.filter(sent => sent.path === path)
  const eventsNamed = (name: string) => opened.environment.emitted.filter(event => event.name === name)
  return { ...opened, line, pass, sentTo, eventsNamed }
}

test('D-128 a submission whose answers are all lost keeps its key, and is ended by the next visit: there is one', async () => {
  const { app, environment, line, pass, sentTo, eventsNamed } = await openViewer()
  const open = async (): Promise<TelegramPage> => {
    const page = createTelegramPage(app)
    onTestFinished(page.exit)
    await waitForState(page.index.$loadable, 'ready')
    return page
  }
  const first = await open()
  expect(await first.submit(' \t')).toBeUndefined()
  expect(first.$submitState.get()).toMatchObject({
    state: 'refused',
    problem: 'telegramIdMissing',
    isOutcomeUnknown: false
  })
  line.lost = '/reward/submit'
  const submitted = first.submit('  @ana_silva ')
  await vi.waitFor(async () => {
    await pass(1000)
    expect(first.$submitState.get()).toMatchObject({ state: 'refused', problem: 'networkBad', isOutcomeUnknown: true })
  }, WAIT_OPTIONS)
  expect([await submitted, sentTo('/reward/submit').length]).toEqual([undefined, 4])
  first.exit()

  line.lost = ''
  const second = await open()
  await vi.waitFor(() => expect(eventsNamed('drama-reward-submitted')).toHaveLength(1), WAIT_OPTIONS)
  const keys = new Set(sentTo('/reward/submit').map(({ headers }) => headers['Idempotency-Key']))
  const { list } = await app.api.get('/reward/records', {})
  expect([keys.size, list.length, list[0]?.telegram_id, environment.stored.get(DRAFTS_KEY)]).toEqual([
    1,
    1,
    '@ana_silva',
    undefined
  ])
  await vi.waitFor(
    () => expect(second.index.$loadable.get()).toMatchObject({ value: { shares: { telegram: { code: 4407 } } } }),
    WAIT_OPTIONS
  )
})

test('Home counts while it can be seen and no longer; a claim whose answer is lost is told as paid', async () => {
  const { app, environment, line, pass, sentTo, eventsNamed } = await openViewer()
  const leaving = new AbortController()
  trackHomeTask(app, leaving.signal)
  await vi.waitFor(() => expect(sentTo('/task/start')).toHaveLength(1), WAIT_OPTIONS)
  const isCounting = async () => (await app.api.get('/reward/index', {})).tasks[0]?.status
  await vi.waitFor(async () => expect(await isCounting()).toBe('doing'), WAIT_OPTIONS)
  await pass(10_000)
  environment.setVisible(false)
  await pass(60_000)
  environment.setVisible(true)
  await pass(5000)
  expect(sentTo('/task/report')).toEqual([])
  await pass(300)
  await vi.waitFor(async () => expect(await isCounting()).toBe('done'), WAIT_OPTIONS)
  await vi.waitFor(async () => {
    await pass(20)
    expect(app.toasts.$toast.get()?.title).toBe('+5: claim it in Rewards')
  }, WAIT_OPTIONS)

  trackHomeTask(app, leaving.signal)
  expect(sentTo('/task/start')).toHaveLength(1)

  const page = createRewardPage(app)
  onTestFinished(page.exit)
  await waitForState(page.index.$loadable, 'ready')
  line.lost = '/task/claim'
  await page.claim('task:home_15s')
  expect(page.$claimed.get()).toMatchObject({ bonus: 5, count: 1 })
  expect(eventsNamed('drama-reward-claimed').map(({ detail }) => [detail.channel, detail.bonus])).toEqual([['task', 5]])
})
