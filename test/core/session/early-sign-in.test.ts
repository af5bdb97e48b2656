import { expect, onTestFinished, test } from 'vitest'
import type { App } from '../../../src/core/app.js'
import { createHomePage } from '../../../src/core/catalogue/home-page.js'
import { createApp } from '../../../src/core/create-app.js'
import { languageOrDefault } from '../../../src/core/i18n/languages.js'
import { startEarlySignIn } from '../../../src/core/session/early-sign-in.js'
import type { TestServer } from '../../server/support/open-test-server.js'
import { openApp, openServer, SECRET, waitForState, waitUntilSettled } from '../support/open-test-app.js'
import { createTestEnvironment, type TestEnvironmentOptions } from '../support/test-environment.js'

const SIGN_IN = '/index/visitor_login'

interface AheadTestOptions extends Partial<TestEnvironmentOptions> {
  isFirst?: boolean
}

/** A page on which the early sign-in script has run, but the app has not loaded. */
function openPage(server: TestServer, { isFirst = true, ...options }: AheadTestOptions = {}) {
  const environment = createTestEnvironment({ fetch: server.fetch, now: server.clock.now, ...options })
  const controller = new AbortController()
  const { signal } = controller
  const { origin: apiBase } = server
  const own = { apiBase, lpid: 'autumn-1', firstScreen: 'start', isFirst, signal }
  const ahead = startEarlySignIn(environment, { ...own, lang: languageOrDefault('pt').apiCode })
  const arrive = (lang = 'pt') => {
    const app = createApp(
      environment,
      {
        apiBase,
        lpid: 'autumn-1',
        warning: undefined,
        lang,
        envelopeSecret: SECRET,
        hasHotkeys: () => true,
        partnerToken: () => undefined
      },
      ahead
    )
    onTestFinished(() => app.destroy())
    return app
  }
  const paths = () => environment.sent.map(({ path }) => path)
  return { environment, ahead, arrive, paths, leavePage: () => controller.abort() }
}

test('a new visitor is signed in before the app is there, which asks for nothing again', async () => {
  const { environment, arrive, paths } = openPage(await openServer())
  expect(paths()).toEqual([SIGN_IN])
  const app = arrive()
  await waitForState(app.session.$session, 'ready')
  expect((await waitUntilSettled(createHomePage(app).home.$loadable)).state).toBe('ready')
  expect(paths()).toEqual([SIGN_IN])
  expect(environment.sent[0]?.body).toMatchObject({ lpid: 'autumn-1', want: 'start', lang: 'pt' })
  expect(environment.emitted.filter(({ name }) => name === 'drama-visit').length).toBe(1)
})

test('the device that was told is the one that is kept: its secret brings the visitor back', async () => {
  const server = await openServer()
  const { environment, arrive } = openPage(server)
  const visitor = (app: App) => app.api.get('/user/info', {}).then(({ user }) => user.id)
  const first = await visitor(arrive())
  await expect.poll(() => environment.stored.get('drama_device_id')).toBeDefined()
  environment.stored.delete('firstui_m_token')
  const again = openApp(server, { stored: environment.stored })
  expect(await visitor(again.app)).toBe(first)
  expect(again.environment.sent[0]?.body.device_secret).toBe(environment.sent[0]?.body.device_secret)
})

test.each([
  ['a token', ['firstui_m_token', 'kept']],
  ['the token of another product', ['drama_xx_token', 'kept']],
  ['a device', ['drama_device_id', 'kept']]
])('where %s is kept, nobody is signed in ahead', async (_what, [key = '', value = '']) => {
  const { ahead, paths } = openPage(await openServer(), { stored: new Map([[key, value]]) })
  expect([paths(), ahead]).toEqual([[], undefined])
})

test('the second app of a page leaves the sign-in to the first', async () => {
  const { paths } = openPage(await openServer(), { isFirst: false })
  expect(paths()).toEqual([])
})

test('another language than was told: the app asks anew, as the same device', async () => {
  const { environment, arrive, paths } = openPage(await openServer())
  await waitForState(arrive('en').session.$session, 'ready')
  expect(paths()).toEqual([SIGN_IN, SIGN_IN])
  const [earlyRequest, appRequest] = environment.sent
  expect(earlyRequest?.init.signal?.aborted).toBe(true)
  expect([earlyRequest?.body.lang, appRequest?.body.lang]).toEqual(['pt', 'en'])
  expect(appRequest?.body.device_secret).toBe(earlyRequest?.body.device_secret)
})

test('what was asked ahead ends with the element', async () => {
  const { environment, leavePage } = openPage(await openServer())
  leavePage()
  expect(environment.sent[0]?.init.signal?.aborted).toBe(true)
})

test('what was asked ahead and is not answered is given up as every request is', async () => {
  const { environment, arrive } = openPage(await openServer(), {
    fetch: (_url, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  const { session } = arrive()
  await expect
    .poll(async () => {
      await environment.advance(60_000)
      return session.$session.get().state
    })
    .toBe('failed')
  const signIns = environment.sent.filter(({ path }) => path === SIGN_IN)
  expect(signIns.map(({ init }) => init.signal?.aborted)).toEqual([true])
  expect(environment.emitted.at(-1)?.detail).toMatchObject({ kind: 'timeout', path: SIGN_IN })
})

test('a request that failed before the app is there is sent again, as the same device', async () => {
  const server = await openServer()
  let isDown = true
  const { environment, arrive, paths } = openPage(server, {
    fetch: (url, init) => (isDown ? Promise.reject(new TypeError('Failed to fetch')) : server.fetch(url, init))
  })
  isDown = false
  await waitForState(arrive().session.$session, 'ready')
  expect(paths()).toEqual([SIGN_IN, SIGN_IN])
  expect(environment.sent[1]?.body).toEqual(environment.sent[0]?.body)
})

test('D-106 without a network it is told once, and the next try is a request of its own', async () => {
  const server = await openServer()
  let isDown = true
  const { environment, arrive, paths } = openPage(server, {
    fetch: (url, init) => (isDown ? Promise.reject(new TypeError('Failed to fetch')) : server.fetch(url, init))
  })
  const app = arrive()
  await waitForState(app.session.$session, 'failed')
  expect(environment.emitted.filter(({ name }) => name === 'drama-error').length).toBe(1)
  expect(paths()).toEqual([SIGN_IN, SIGN_IN])
  isDown = false
  expect(await app.session.start()).toBe(true)
  expect(paths()).toEqual([SIGN_IN, SIGN_IN, SIGN_IN])
})
