import { expect, test, vi } from 'vitest'
import { createHomePage } from '../../../src/core/catalogue/home-page.js'
import { createProfilePage } from '../../../src/core/profile/profile-page.js'
import { TOKEN_KEY } from '../../../src/core/session/visitor-login-request.js'
import { openApp, openServer, waitForState, waitUntilSettled } from '../support/open-test-app.js'
import { shownToast } from '../support/shown-toast.js'

const answer = (body: unknown) => Promise.resolve(new Response(JSON.stringify(body)))

test('D-019 D-103 D-104 D-162 a visitor without a token is signed in silently, with the campaign', async () => {
  const { app, environment } = openApp(await openServer(), { lpid: 'autumn-1' })
  await waitForState(app.session.$session, 'ready')
  expect(environment.sent.map(({ path }) => path)).toEqual(['/index/visitor_login'])
  expect(environment.sent[0]?.body).toMatchObject({ lpid: 'autumn-1' })
  expect(app.session.isLogin()).toBe(true)
})

test('D-077 D-091 D-099 D-164 D-251 the token of data.data is kept under firstui_m_token', async () => {
  const { app, environment } = openApp(await openServer())
  await waitForState(app.session.$session, 'ready')
  expect(TOKEN_KEY).toBe('firstui_m_token')
  expect(environment.stored.get('firstui_m_token')).toMatch(/^[\w-]{43}$/)
})

test('D-163 without a campaign the sign-in happens all the same', async () => {
  const { app, environment } = openApp(await openServer())
  await waitForState(app.session.$session, 'ready')
  expect(environment.sent[0]?.body.lpid).toBeUndefined()
})

test('D-078 D-108 with a stored token there is no sign-in, and the token is used', async () => {
  const server = await openServer()
  const first = openApp(server)
  await waitForState(first.app.session.$session, 'ready')
  const { app, environment } = openApp(server, { stored: first.environment.stored })
  const home = await waitUntilSettled(createHomePage(app).home.$loadable)
  expect(home.state).toBe('ready')
  expect(await app.session.start()).toBe(true)
  expect(environment.sent.map(({ path }) => path)).toEqual(['/index/home'])
  expect(environment.sent[0]?.headers.Authorization).toBe(first.environment.stored.get(TOKEN_KEY))
})

test('D-106 D-107 D-177 D-213 no token in the answer is logged and reported as failure', async () => {
  const { app, environment } = openApp(await openServer(), {
    fetch: () => answer({ code: 200, msg: 'ok', data: {} })
  })
  await waitForState(app.session.$session, 'failed')
  expect(environment.errors).toEqual(['no token obtained'])
  expect(app.session.isLogin()).toBe(false)
  expect(await app.session.start()).toBe(false)
})

test('D-075 D-076 an empty stored token is no login', async () => {
  const server = await openServer()
  const { app, environment } = openApp(server, { stored: new Map([[TOKEN_KEY, '']]) })
  expect(app.session.isLogin()).toBe(false)
  await waitForState(app.session.$session, 'ready')
  expect(environment.sent[0]?.path).toBe('/index/visitor_login')
  expect(environment.stored.get(TOKEN_KEY)).toMatch(/./)
  expect(app.session.isLogin()).toBe(true)
})

test('a stored token that could not even be sent is no login', async () => {
  const { app, environment } = openApp(await openServer(), { stored: new Map([[TOKEN_KEY, 'é中']]) })
  await waitForState(app.session.$session, 'ready')
  expect(environment.sent.map(({ path }) => path)).toEqual(['/index/visitor_login'])
  expect(app.session.isLogin()).toBe(true)
})

test('an advertising address of any length does not keep a visitor out', async () => {
  const pageUrl = `https://partner.example/?fbclid=${'a'.repeat(50_000)}`
  const { app } = openApp(await openServer(), { pageUrl })
  expect(await waitForState(app.session.$session, 'ready')).toEqual({ state: 'ready' })
})

test('D-074 D-101 D-102 D-109 D-110 D-111 D-112 D-113 D-204 D-212 D-234 parallel 999 answers end the session once, then the app goes to /', async () => {
  const server = await openServer()
  const { app, environment } = openApp(server, { stored: new Map([[TOKEN_KEY, 'revoked']]), start: '/pages/index/my' })
  await waitForState(app.session.$session, 'ready')
  const calls = [1, 2, 3].map(() => app.api.get('/user/info', {}).catch(error => error.code))
  expect(await Promise.all(calls)).toEqual([999, 999, 999])
  expect(environment.stored.has(TOKEN_KEY)).toBe(false)
  expect(app.session.isLogin()).toBe(false)
  await environment.advance(499)
  expect(app.router.$stack.get().top?.url).toBe('/pages/index/my')
  await environment.advance(1)
  expect(app.router.$stack.get().top?.url).toBe('/')
  await waitForState(app.session.$session, 'ready')
  expect(environment.sent.filter(({ path }) => path === '/index/visitor_login')).toHaveLength(1)
  expect(environment.emitted.filter(({ name }) => name === 'drama-navigate')).toHaveLength(1)
  expect(environment.entries).toHaveLength(1)
})

test('a page whose session ends waits as it is for the entry page: nothing flashes an error', async () => {
  const server = await openServer()
  const { app, environment } = openApp(server, { stored: new Map([[TOKEN_KEY, 'revoked']]), start: '/pages/index/my' })
  const { info } = createProfilePage(app)
  const seen: string[] = []
  info.$loadable.subscribe(({ state }) => void seen.push(state))
  await expect.poll(() => app.session.isLogin()).toBe(false)
  await environment.advance(500)
  await waitForState(app.session.$session, 'ready')
  expect(seen).toEqual(['loading'])
  expect(await shownToast({ app, environment })).toBeUndefined()
})

test('a third forced logout within a minute stops, so that a broken server is not asked for ever', async () => {
  const login = { code: 200, msg: 'ok', data: { token: 'never-valid' } }
  const { app, environment } = openApp(await openServer(), {
    stored: new Map([[TOKEN_KEY, 'revoked']]),
    fetch: url => answer(url.includes('visitor_login') ? login : { code: 999, msg: 'session invalid', data: null })
  })
  for (const expected of ['starting', 'starting', 'looping'] as const) {
    await waitForState(app.session.$session, 'ready')
    await app.api.get('/user/info', {}).catch(() => undefined)
    expect(app.session.$session.get().state).toBe(expected)
    await environment.advance(500)
  }
  await environment.advance(60_000)
  expect(environment.sent.filter(({ path }) => path === '/index/visitor_login')).toHaveLength(2)
  expect(await app.session.start()).toBe(true)
})

test('the first screen comes with the sign-in: one round trip, and it is used once', async () => {
  const { app, environment } = openApp(await openServer())
  const page = createHomePage(app)
  expect((await waitUntilSettled(page.home.$loadable)).state).toBe('ready')
  expect(environment.sent.map(({ path }) => path)).toEqual(['/index/visitor_login'])
  await page.home.reload()
  expect(environment.sent.map(({ path }) => path)).toEqual(['/index/visitor_login', '/index/home'])
})

test('D-105 a sign-in that fails for want of a network can be tried again', async () => {
  const server = await openServer()
  const fetch = vi.fn(server.fetch).mockRejectedValueOnce(new TypeError('failed to fetch'))
  const { app, environment } = openApp(server, { fetch })
  const page = createHomePage(app)
  const failed = await waitUntilSettled(page.home.$loadable)
  expect(failed).toMatchObject({ state: 'failed' })
  expect(environment.errors).toEqual(['no token obtained'])
  expect(await app.session.start('home')).toBe(true)
  await page.home.reload()
  expect(page.home.$loadable.get().state).toBe('ready')
})

test('D-107 a server that refuses the sign-in is told to the page', async () => {
  const { app, environment } = openApp(await openServer(), { fetch: () => answer({ code: 4502, msg: '', data: null }) })
  await waitForState(app.session.$session, 'failed')
  expect(environment.emitted.map(({ detail }) => detail.kind)).toEqual(['login'])
})
