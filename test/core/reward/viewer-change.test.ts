import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { reviewSubmission } from '../../../server/modules/reward/review/review.js'
import { trackHomeTask } from '../../../src/core/reward/home-task.js'
import { createSharePage } from '../../../src/core/reward/share-page.js'
import { DRAFTS_KEY } from '../../../src/core/reward/submission-drafts.js'
import { signIn } from '../../server/support/api-client.js'
import { openTestServer, type TestServer } from '../../server/support/open-test-server.js'
import { keepNewImage, sendNewImage, submit } from '../../server/support/rewards.js'
import { openApp, waitForState } from '../support/open-test-app.js'

const WAIT_OPTIONS = { timeout: 10_000 }
const DAY = 86_400_000
const quiet = { error: () => undefined } as never

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ engine: 'postgres' })
  return () => server.close()
})

async function openViewer() {
  const answered: string[] = []
  const line = { lost: '' }
  const { app, environment } = openApp(server, {
    lang: 'en',
    async fetch(url, init) {
      const answer = await server.fetch(url, init)
      answered.push(new URL(url).pathname)
      if (new URL(url).pathname === line.lost) throw new TypeError('cut')
      return answer
    }
  })
  await vi.waitFor(() => expect(app.session.$session.get().state).toBe('ready'), WAIT_OPTIONS)
  const pass = async (time: number) => {
    server.clock.advance(time)
    await environment.advance(time)
  }
  const sentTo = (path: string) => environment.sent.filter(sent => sent.path === path)
  const homeTask = async () => (await app.api.get('/reward/index', {})).tasks[0]
  const counting = async (times: number) => {
    const starts = () => answered.filter(path => path === '/task/start').length
    await vi.waitFor(() => expect(starts()).toBe(times), WAIT_OPTIONS)
    expect((await homeTask())?.status).toBe('doing')
  }
  return { app, environment, line, pass, sentTo, homeTask, counting }
}

function countHome({ app, counting }: Awaited<ReturnType<typeof openViewer>>) {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  trackHomeTask(app, leaving.signal)
  return counting(1)
}

test('Home that is looked at over midnight is counted on: the new day needs its own fifteen seconds', async () => {
  // 23:59:50 in São Paulo.
  server.clock.advance((3 * 3_600_000 - 10_000 + DAY - (server.clock.now() % DAY)) % DAY)
  const viewer = await openViewer()
  await countHome(viewer)
  await viewer.pass(15_300)
  await vi.waitFor(() => expect(viewer.sentTo('/task/report')).toHaveLength(1), WAIT_OPTIONS)
  expect(await viewer.homeTask()).toMatchObject({ status: 'doing', progress_s: 5 })
  await vi.waitFor(async () => {
    await viewer.pass(1000)
    expect((await viewer.homeTask())?.status).toBe('done')
  }, WAIT_OPTIONS)
  expect(viewer.sentTo('/task/report')).toHaveLength(2)
})

test('who signs in on the same device has their own Home to look at', async () => {
  const viewer = await openViewer()
  await countHome(viewer)
  await viewer.pass(15_300)
  await vi.waitFor(async () => expect((await viewer.homeTask())?.status).toBe('done'), WAIT_OPTIONS)
  await vi.waitFor(() => expect(viewer.environment.stored.get('drama_home_task')).toBeDefined(), WAIT_OPTIONS)
  const other = await signIn(server)
  viewer.app.session.replace(other.token ?? '')
  await viewer.counting(2)
  await vi.waitFor(async () => {
    await viewer.pass(1000)
    expect((await viewer.homeTask())?.status).toBe('done')
  }, WAIT_OPTIONS)
})

test('what one viewer has handed in and uploaded is not shown to the next', async () => {
  // Noon in São Paulo.
  server.clock.advance((15 * 3_600_000 + DAY - (server.clock.now() % DAY)) % DAY)
  const { app, environment } = await openViewer()
  const token = app.session.token() ?? ''
  const newViewer = await signIn(server)
  const other = await signIn(server)
  app.session.replace(newViewer.token ?? '')
  expect(token).not.toBe(app.session.token())
  await submit(newViewer, 'whatsapp', { image_id: await keepNewImage(server, newViewer.userId) })
  const imageId = await sendNewImage(server, newViewer.token)
  const draft = { channel: 'whatsapp', at: server.clock.now(), owner: newViewer.token?.slice(-12), imageId }
  environment.stored.set(DRAFTS_KEY, JSON.stringify([draft]))
  const page = createSharePage(app, 'whatsapp', async file => file)
  onTestFinished(page.exit)
  const list = page.submissions.paged.list.$loadable
  expect((await waitForState(list, 'ready')).value.list).toHaveLength(1)
  await vi.waitFor(
    () => expect(page.$screenshot.get()).toMatchObject({ state: 'ready', preview: /^blob:/ }),
    WAIT_OPTIONS
  )

  app.session.replace(other.token ?? '')
  expect(page.$screenshot.get()).toMatchObject({ preview: undefined })
  await vi.waitFor(() => expect(list.get()).toMatchObject({ value: { list: [] } }), WAIT_OPTIONS)
  await vi.waitFor(
    () => expect(page.$screenshot.get()).toEqual({ state: 'none', problem: 'pictureGone' }),
    WAIT_OPTIONS
  )
})

test('what another tab has claimed is claimed here, too; an older one whose answer is lost is told as paid', async () => {
  const { app, environment, line } = await openViewer()
  const before = environment.listeners()
  const newViewer = await signIn(server)
  app.session.replace(newViewer.token ?? '')
  const ids: string[] = []
  for (const now of [0, 1, 2]) {
    if (now > 0) server.clock.advance(3_600_000)
    const image_id = await keepNewImage(server, newViewer.userId)
    ids.push((await submit(newViewer, 'facebook', { image_id })).data.submission.id)
  }
  const reviewing = { db: server.db, log: quiet, now: new Date(server.clock.now()), reviewer: 'ana', budget: 1000 }
  for (const id of ids) await reviewSubmission(reviewing, id, { ok: true })
  const page = createSharePage(app, 'facebook', async file => file)
  onTestFinished(page.exit)
  page.setOnTop(true)
  await waitForState(page.index.$loadable, 'ready')
  const list = page.submissions.paged.list.$loadable
  await waitForState(list, 'ready')
  const statuses = () => {
    const shown = list.get()
    return shown.state === 'ready' ? shown.value.list.map(({ status }) => status) : []
  }
  expect(statuses()).toEqual([1, 1, 1])
  const [oldest = '', older = '', newest = ''] = ids
  expect((await newViewer.post('/reward/claim', { id: older })).code).toBe(200)
  environment.receiveBroadcast({ balance: { coins: 0, bonus: 60 } })
  await vi.waitFor(() => expect(statuses()).toEqual([1, 2, 1]), WAIT_OPTIONS)

  // Another tab claims it at the same moment; its broadcast arrives later.
  expect((await newViewer.post('/reward/claim', { id: newest })).code).toBe(200)
  await page.claim(`share:${newest}`)
  expect([statuses(), page.$claimed.get()]).toEqual([[2, 2, 1], undefined])

  line.lost = '/reward/claim'
  await page.claim(`share:${oldest}`)
  expect([statuses(), page.$claimed.get()?.bonus]).toEqual([[2, 2, 2], 60])
  expect(environment.emitted.at(-1)).toMatchObject({ name: 'drama-reward-claimed', detail: { channel: 'facebook' } })
  page.exit()
  expect(environment.listeners()).toBe(before)
})
