import { expect, test } from 'vitest'
import { createHealthPoller } from '../../../src/core/request/health-poller.js'
import { openApp, openServer, waitForState } from '../support/open-test-app.js'
import { createTestEnvironment } from '../support/test-environment.js'

const HEALTH = 'https://api.test/healthz'
const well = async () => new Response()
const starting = async () => new Response(null, { status: 503 })
const away = () => Promise.reject(new TypeError('no server'))

function watch() {
  const server = { answer: well as () => Promise<Response> }
  const environment = createTestEnvironment({ fetch: () => server.answer() })
  let announced = 0
  environment.onOnline(() => announced++, new AbortController().signal)
  /** Until the next question is asked, in ms. */
  async function waitForQuestion() {
    const before = environment.sent.length
    for (let waited = 0; ; waited += 100) {
      // Until the answer to the last question has been read.
      await new Promise(resolve => setTimeout(resolve))
      if (environment.sent.length > before || waited > 60_000) return waited
      await environment.advance(100)
    }
  }
  return {
    environment,
    server,
    waitForQuestion,
    announced: () => announced,
    afterFailure: createHealthPoller(environment, HEALTH)
  }
}

test('after a request that found no server, its health is asked more rarely each time, and told once it is well', async () => {
  const { environment, server, waitForQuestion, announced, afterFailure } = watch()
  server.answer = away
  afterFailure(false)
  afterFailure(false)
  for (const longest of [1400, 2700, 5200, 10_200, 10_200]) {
    const waited = await waitForQuestion()
    expect(waited).toBeGreaterThan(longest * 0.55)
    expect(waited).toBeLessThan(longest)
  }
  server.answer = starting
  await waitForQuestion()
  expect(announced()).toBe(0)
  server.answer = well
  await waitForQuestion()
  await expect.poll(announced).toBe(1)
  expect(environment.sent.map(({ url }) => url.href)).toEqual(Array(7).fill(HEALTH))
  expect(environment.sent[0]?.init).toMatchObject({
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store'
  })
})

test('where requests fail though the server is well, each question comes later; after a quiet minute it comes soon', async () => {
  const { environment, waitForQuestion, announced, afterFailure } = watch()
  const waits: number[] = []
  for (let count = 1; count <= 4; count++) {
    if (count === 4) await environment.advance(61_000)
    afterFailure(false)
    waits.push(await waitForQuestion())
    await expect.poll(announced).toBe(count)
  }
  const [first = 0, second = 0, third = 0, afterAMinute] = waits
  expect([first < 1400, second > 1400, third > 2900]).toEqual([true, true, true])
  expect(afterAMinute).toBeLessThan(1400)
})

test('a server that answered with an error and is well is told to nobody; one that is away then is', async () => {
  const { environment, server, waitForQuestion, announced, afterFailure } = watch()
  afterFailure(true)
  await waitForQuestion()
  await environment.advance(61_000)
  expect(announced()).toBe(0)
  server.answer = starting
  afterFailure(true)
  await waitForQuestion()
  server.answer = well
  await waitForQuestion()
  await expect.poll(announced).toBe(1)
})

test('nothing is asked while nobody sees the page', async () => {
  const { environment, waitForQuestion, afterFailure } = watch()
  environment.setVisible(false)
  afterFailure(false)
  for (let seconds = 0; seconds < 30; seconds++) await environment.advance(1000)
  expect(environment.sent).toEqual([])
  environment.setVisible(true)
  expect(await waitForQuestion()).toBeLessThan(1100)
})

test('a request without an answer, also a quiet one, and a server’s error are followed by the question; a refusal is not', async () => {
  const server = await openServer()
  let answer: (() => Promise<Response>) | undefined
  const { app, environment } = openApp(server, {
    fetch: (url, init) => (url.endsWith('/healthz') ? well() : (answer?.() ?? server.fetch(url, init)))
  })
  await waitForState(app.session.$session, 'ready')
  let told = 0
  environment.onOnline(() => told++, app.signal)
  const read = async (failure: () => Promise<Response>, isQuiet = false) => {
    const before = environment.sent.length
    told = 0
    answer = failure
    await app.api.get('/index/home', {}, { isQuiet }).catch(() => undefined)
    answer = undefined
    await environment.advance(90_000)
    // Until the answer has been read.
    await new Promise(resolve => setTimeout(resolve))
    return [environment.sent.slice(before).filter(({ path }) => path === '/healthz').length, told]
  }
  expect(await read(away)).toEqual([1, 1])
  expect(await read(away, true)).toEqual([1, 1])
  expect(await read(async () => new Response('Bad Gateway', { status: 502 }))).toEqual([1, 0])
  expect(await read(async () => Response.json({ code: 4001, message: 'no', data: null }))).toEqual([0, 0])
})
