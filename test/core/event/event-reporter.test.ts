import { expect, test } from 'vitest'
import { collectEvents, type ReportedEvent } from '../../../contract/event.js'
import { openApp, openServer, waitForState } from '../support/open-test-app.js'

const PATH = '/event/collect'
const answer = (code: number) => Response.json({ code, msg: '', data: code === 200 ? { accepted: 1 } : null })

/** An app whose server answers events with `answers` in turn, then with success. */
async function openReporting(options: { cookies?: string } = {}) {
  const server = await openServer()
  const answers: (() => Response | Promise<never>)[] = []
  const { app, environment } = openApp(server, {
    ...options,
    fetch: (url, init) => {
      if (!url.endsWith(PATH)) return server.fetch(url, init)
      return Promise.resolve((answers.shift() ?? (() => answer(200)))())
    }
  })
  await waitForState(app.session.$session, 'ready')
  const [visit] = environment.emitted.splice(0)
  const requests = () => environment.sent.filter(({ path }) => path === PATH)
  const eventsOf = () => requests().map(({ body }) => body.events as ReportedEvent[])
  const others = ({ event }: ReportedEvent) => event !== 'visit'
  const batches = () => eventsOf().map(events => events.filter(others).map(({ event_id }) => event_id))
  const emittedIds = () => environment.emitted.map(({ detail }) => detail.event_id)
  const view = () => app.emit('drama-view-content', { drama_id: 'd_rain', title: 'secret' })
  const passUntil = (count: number, step = 1000) =>
    expect
      .poll(
        async () => {
          await environment.advance(step)
          return batches().length
        },
        { interval: 10 }
      )
      .toBe(count)
  return { app, environment, answers, visit, requests, eventsOf, batches, emittedIds, view, passUntil }
}

test('what marketers count is told to the server under the ids that the page has heard, together and once', async () => {
  const { app, environment, requests, batches, emittedIds, view, passUntil } = await openReporting()
  const start = environment.clock.now()
  view()
  app.emit('drama-paywall', { drama_id: 'd_rain', episode_no: 3, price: 60, money: null, grant: async () => true })
  app.emit('drama-search', { keyword_length: 3, results: 2 })
  app.emit('drama-share', { drama_id: null, episode_no: null, channel: 'copy' })
  app.emit('drama-reward-submitted', { channel: 'whatsapp', bonus: 60 })
  app.emit('drama-checkout', { order_no: 'o_1', value: 9.9, currency: 'BRL', is_test: true })
  const counted = emittedIds()
  app.emit('drama-navigate', { from: '/', to: '/' })
  app.emit('drama-reward-claimed', { channel: 'task', bonus: 5 })
  const unlocked = { drama_id: 'd_rain', episode_no: 3, episodes: 1, price: 60, auto: false, balance: 0 }
  app.emit('drama-unlock', { ...unlocked, is_test: true })
  await passUntil(1)
  expect(batches()).toEqual([counted])
  expect(environment.clock.now() - start).toBeGreaterThanOrEqual(5000)
  const [request] = requests()
  expect(request?.headers.Authorization).toBe(app.session.token())
  expect(request?.init.keepalive).toBe(false)
  const { events } = collectEvents.request.parse(request?.body)
  const at = start
  expect(events.filter(({ event }) => event !== 'visit')).toMatchObject([
    { event: 'view_content', at, props: { drama_id: 'd_rain' } },
    { event: 'paywall', props: { drama_id: 'd_rain', episode_no: 3, price: 60 } },
    { event: 'search', props: {} },
    { event: 'share', props: {} },
    { event: 'reward_submitted', props: {} },
    { event: 'checkout', props: { order_no: 'o_1' } }
  ])
  expect(JSON.stringify(request?.body)).not.toContain('secret')
  await environment.advance(60_000)
  view()
  await passUntil(2)
  expect(batches()[1]).toEqual([emittedIds().at(-1)])
})

test('what did not arrive is told again under the same ids, in batches, and nobody hears of it', async () => {
  const { app, environment, answers, batches, emittedIds, view, passUntil } = await openReporting()
  answers.push(
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => answer(5000),
    () => new Response('', { status: 429 })
  )
  for (let count = 0; count < 230; count++) view()
  const newest = emittedIds().slice(-200)
  await passUntil(13)
  expect(batches().slice(0, 4)).toEqual(Array(4).fill(newest.slice(0, 20)))
  expect(batches().slice(3).flat()).toEqual(newest)
  expect(environment.emitted.every(({ name }) => name === 'drama-view-content')).toBe(true)
  expect(app.toasts.$toast.get()).toBeUndefined()
  answers.push(() => answer(4001))
  view()
  await passUntil(14)
  view()
  await passUntil(15)
  expect(batches()[14]).toEqual([emittedIds().at(-1)])
})

test('first frames go with the next events, once, as the server takes them', async () => {
  const { app, answers, requests, view, passUntil } = await openReporting()
  const episode = { drama_id: 'd_rain', episode_no: 1 }
  const metric = (name: 'ttff' | 'exit_before_start', ms: number) => app.emit('drama-metric', { name, ...episode, ms })
  metric('ttff', 412.6)
  metric('exit_before_start', 90)
  metric('ttff', 3_600_000)
  view()
  await passUntil(1)
  const sent = () => requests().map(({ body }) => collectEvents.request.parse(body).first_frames_ms)
  expect(sent()).toEqual([[413, 600_000]])
  answers.push(() => Promise.reject(new TypeError('Failed to fetch')))
  for (let no = 0; no < 30; no++) metric('ttff', no)
  view()
  await passUntil(3)
  expect(sent().slice(1)).toEqual([Array.from({ length: 20 }, (_, index) => index + 10), undefined])
})

test('stalls, waits without a picture and errors go with the next events, once', async () => {
  const { app, requests, view, passUntil } = await openReporting()
  const episode = { drama_id: 'd_rain', episode_no: 1 }
  for (const ratio of [0, 0.25, 1.5]) app.emit('drama-metric', { name: 'rebuffer_ratio', ...episode, ratio })
  app.emit('drama-metric', { name: 'exit_before_start', ...episode, ms: 90 })
  app.emit('drama-error', { kind: 'playback:network' })
  app.emit('drama-error', { kind: '<b>' })
  view()
  await passUntil(1)
  view()
  await passUntil(2)
  const [first, second] = requests().map(({ body }) => collectEvents.request.parse(body))
  expect(first).toMatchObject({
    rebuffer_ratios: [0, 0.25, 1],
    exits_before_start: 1,
    error_kinds: ['playback:network']
  })
  expect(second).not.toMatchObject({ error_kinds: expect.anything() })
  expect(second?.exits_before_start).toBeUndefined()
})

test('when the page goes it is told at once, in a request that outlives it; after a no never', async () => {
  const { environment, requests, batches, emittedIds, view, passUntil } = await openReporting()
  view()
  await passUntil(1)
  view()
  environment.hideDocument()
  await expect.poll(() => batches().length).toBe(2)
  expect([requests()[1]?.init.keepalive, batches()[1]]).toEqual([true, [emittedIds().at(-1)]])
  view()
  environment.page.consent = 'denied'
  environment.hideDocument()
  await environment.advance(60_000)
  environment.page.consent = 'granted'
  view()
  await passUntil(3)
  expect(batches()[2]).toEqual([emittedIds().at(-1)])
})

test('a visit is told with the ids of the page’s pixels, which are told again only when they change', async () => {
  const cookies = '_ga=GA1; _fbp=fb.1.1795262400000.123; x_ttp=no; _ttp=2F7h37Yk; _fbc='
  const { app, environment, answers, visit, requests, eventsOf, view, passUntil } = await openReporting({ cookies })
  answers.push(() => answer(5000))
  await passUntil(2)
  expect(eventsOf()[1]).toMatchObject([{ event: 'visit', event_id: visit?.detail.event_id, props: {} }])
  const pixel_ids = { fbp: 'fb.1.1795262400000.123', ttp: '2F7h37Yk' }
  const told = () => requests().map(({ body }) => body.pixel_ids)
  expect(told()).toEqual([pixel_ids, pixel_ids])
  view()
  await passUntil(3)
  expect(told()[2]).toBeUndefined()
  Object.assign(app.environment, { readCookies: () => '_fbp=fb.1.2.3' })
  view()
  await passUntil(4)
  expect(told()[3]).toEqual({ fbp: 'fb.1.2.3' })
  environment.page.consent = 'denied'
  view()
  await environment.advance(60_000)
  expect(requests()).toHaveLength(4)
})
