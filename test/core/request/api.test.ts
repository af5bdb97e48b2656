import { expect, test } from 'vitest'
import { messages as en } from '../../../locales/app/en.js'
import { messages as pt } from '../../../locales/app/pt.js'
import { openApp, openServer, SECRET, waitForState } from '../support/open-test-app.js'
import { shownToast } from '../support/shown-toast.js'

test('D-083 D-085 D-086 D-087 D-166 the three headers; the second token only when one is stored', async () => {
  const server = await openServer()
  const { app, environment } = openApp(server)
  await waitForState(app.session.$session, 'ready')
  await app.api.get('/user/info', {})
  const [login, info] = environment.sent
  expect(login?.headers).not.toHaveProperty('Authorization')
  expect(login?.headers).not.toHaveProperty('XX-Token')
  expect(info?.headers.Authorization).toBe(environment.stored.get('firstui_m_token'))
  environment.stored.set('drama_xx_token', 'second')
  await app.api.get('/user/info', {})
  expect(environment.sent[2]?.headers['XX-Token']).toBe('second')
})

test('D-167 D-168 D-170 D-279 lang=pt goes in the query of GET and in the body of POST, never in both', async () => {
  const { app, environment } = openApp(await openServer())
  await waitForState(app.session.$session, 'ready')
  await app.api.get('/index/home', {})
  const [post, get] = environment.sent
  expect([post?.method, post?.body.lang, post?.url.searchParams.has('lang')]).toEqual(['POST', 'pt', false])
  expect([get?.method, get?.body.lang, get?.url.searchParams.get('lang')]).toEqual(['GET', undefined, 'pt'])
})

test('D-172 D-175 D-178 JSON bodies, GET data in the query, no credentials, no referrer', async () => {
  const { app, environment } = openApp(await openServer())
  await waitForState(app.session.$session, 'ready')
  await app.api.get('/index/discover', { sort: 'new', cursor: undefined })
  const [post, get] = environment.sent
  expect(post?.headers['Content-Type']).toBe('application/json')
  expect(get?.headers).not.toHaveProperty('Content-Type')
  expect(get?.url.search).toBe('?sort=new&lang=pt')
  expect(environment.sent.map(({ init }) => [init.credentials, init.referrerPolicy])).toEqual([
    ['omit', 'no-referrer'],
    ['omit', 'no-referrer']
  ])
})

test.each([
  ['native ciphers', crypto.subtle],
  ['crypto-js', undefined]
])('D-089 D-198 D-199 D-200 D-201 D-202 encrypted answers are opened with %s', async (_name, subtle) => {
  const server = await openServer({ config: { envelopeSecret: SECRET } })
  const { app } = openApp(server, { subtle })
  await waitForState(app.session.$session, 'ready')
  const home = await app.api.get('/index/home', {})
  expect(home.banners.length).toBeGreaterThan(0)
  const raw = await (await server.fetch('/index/home?lang=pt')).json()
  expect(typeof raw.data).toBe('string')
})

test('D-090 D-088 plain answers are used as they are, whatever the message field is called', async () => {
  const bodies = [
    { code: 4001, msg: 'under msg', data: null },
    { code: 4001, message: 'under message', data: null },
    { code: 4001, info: 'under info', data: null }
  ]
  const server = await openServer()
  const { app } = openApp(server, {
    stored: new Map([['firstui_m_token', 't']]),
    fetch: () => Promise.resolve(new Response(JSON.stringify(bodies.shift())))
  })
  for (const message of ['under msg', 'under message', 'under info']) {
    await expect(app.api.get('/user/info', {})).rejects.toMatchObject({ code: 4001, message })
  }
})

const broken: [string, () => Response, string][] = [
  ['cipher text that is none', () => new Response('{"code":200,"msg":"ok","data":"bm90IGEgY2lwaGVy"}'), 'decrypt'],
  ['truncated JSON', () => new Response('{"code":200,"ms'), 'server'],
  ['an error page of a proxy', () => new Response('<html>Bad gateway</html>', { status: 502 }), 'server'],
  ['the page behind a redirect', () => new Response('<!doctype html><title>Welcome</title>'), 'server'],
  ['an empty answer', () => new Response(null, { status: 204 }), 'server'],
  ['a code that is no number', () => new Response('{"code":"200","data":{}}'), 'server'],
  ['an array', () => new Response('[1]'), 'server']
]
test.each(broken)(
  '%s: one typed error, one event and one generic toast, however many calls',
  async (_name, respond, kind) => {
    const { app, environment } = openApp(await openServer(), {
      stored: new Map([['firstui_m_token', 't']]),
      fetch: () => Promise.resolve(respond())
    })
    await expect(app.api.get('/index/home', {})).rejects.toMatchObject({ kind })
    expect(environment.emitted).toMatchObject([{ name: 'drama-error', detail: { kind, path: '/index/home' } }])
    await app.api.get('/index/home', {}).catch(() => undefined)
    await expect.poll(() => app.i18n.$translation.get()).toBeDefined()
    expect(await shownToast({ app, environment })).toMatchObject({ title: pt.somethingWrong, icon: 'none' })
    await environment.advance(2000)
    expect(app.toasts.$toast.get()).toBeUndefined()
  }
)

test('an outage that says what it is, is told in its own words', async () => {
  const { app, environment } = openApp(await openServer(), {
    stored: new Map([['firstui_m_token', 't']]),
    fetch: () => Promise.resolve(new Response('{"code":5000,"msg":"busy"}', { status: 503 }))
  })
  await expect.poll(() => app.i18n.$translation.get()).toBeDefined()
  await expect(app.api.get('/index/home', {})).rejects.toMatchObject({ kind: 'server', code: 5000 })
  expect((await shownToast({ app, environment }))?.title).toBe(pt.serverBusy)
})

test('D-205 D-207 a network failure has code 5 and says so in a toast; a call nobody watches says nothing', async () => {
  const { app, environment } = openApp(await openServer(), {
    stored: new Map([['firstui_m_token', 't']]),
    fetch: () => Promise.reject(new TypeError('failed'))
  })
  const failed = { kind: 'network', code: 5 }
  await expect.poll(() => app.i18n.$translation.get()).toBeDefined()
  await expect(app.api.get('/index/home', {}, { isQuiet: true })).rejects.toMatchObject(failed)
  expect(await shownToast({ app, environment })).toBeUndefined()
  await expect(app.api.get('/index/home', {})).rejects.toMatchObject(failed)
  expect((await shownToast({ app, environment }))?.title).toBe(pt.networkBad)
  expect(en.networkBad).toBe('Network not good, please check network settings!')
})

test('D-189 D-194 an end that was wanted is told to nobody: no toast, no event', async () => {
  const { app, environment } = openApp(await openServer())
  await waitForState(app.session.$session, 'ready')
  const before = environment.emitted.length
  const signal = AbortSignal.abort()
  await expect(app.api.get('/index/home', {}, { signal })).rejects.toMatchObject({ code: 600003 })
  expect(await shownToast({ app, environment })).toBeUndefined()
  expect(environment.emitted).toHaveLength(before)
})

test('D-185 D-191 typed calls tell a prevented and a cancelled request from an answer', async () => {
  const { app, environment } = openApp(await openServer(), {
    stored: new Map([['firstui_m_token', 't']]),
    fetch: (_url, init) =>
      new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  })
  const first = app.api.get('/index/home', {}, { prevent: true, timeout: 5000 })
  await expect.poll(() => environment.sent.length).toBe(1)
  await expect(app.api.get('/index/home', {}, { prevent: true })).rejects.toMatchObject({
    kind: 'prevented',
    code: -9998
  })
  const cancelled = expect(first).rejects.toMatchObject({ kind: 'cancelled', code: -9999 })
  await environment.advance(5000)
  await cancelled
})

test('D-206 D-228 a request is given up after 60 s with code 5, and not before', async () => {
  const { app, environment } = openApp(await openServer(), {
    stored: new Map([['firstui_m_token', 't']]),
    fetch: (_url, init) =>
      new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  })
  let outcome: unknown
  const call = app.api.get('/index/home', {}).catch(error => {
    outcome = error
  })
  await expect.poll(() => environment.sent.length).toBe(1)
  await environment.advance(59_999)
  expect(outcome).toBeUndefined()
  await environment.advance(1)
  await call
  expect(outcome).toMatchObject({ message: 'timeout', code: 5 })
})

test('D-189 D-190 D-208 the end of the app aborts what is on its way', async () => {
  const { app, environment } = openApp(await openServer(), {
    stored: new Map([['firstui_m_token', 't']]),
    fetch: (_url, init) =>
      new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  })
  const call = app.api.get('/index/home', {})
  await expect.poll(() => environment.sent.length).toBe(1)
  app.destroy()
  await expect(call).rejects.toMatchObject({ message: 'abort', code: 600003 })
})
