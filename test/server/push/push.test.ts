import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendDue } from '../../../server/modules/push/send-due.js'
import { readVapidDetails } from '../../../server/modules/push/vapid.js'
import { openAccount, signInByMail } from '../support/accounts.js'
import { type ApiClient, signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { type DramaFixture, writeDrama } from '../support/package-fixture.js'
import { createPushBrowser, openPushService, readVapidClaims } from '../support/push-browser.js'

const MINUTE_MS = 60_000
const TITLES = { pt: 'Nova série', en: 'New drama' }

describe.each(['pglite', 'postgres'] as const)('Web Push on %s', engine => {
  let server: TestServer
  let service: Awaited<ReturnType<typeof openPushService>>
  let number = 0
  beforeAll(async () => {
    server = await openTestServer({ engine })
    service = await openPushService()
  })
  afterAll(async () => {
    service.close()
    await server.close()
  })
  beforeEach(() => {
    service.requests.length = 0
    service.state.answer = () => 201
  })

  const log = { warn: () => undefined } as never
  const send = async () => {
    const context = { db: server.db, log, config: server.config, metrics: server.metrics }
    while ((await sendDue(context, new Date(server.clock.now()))) > 0);
  }
  const sendGathered = async () => {
    await send()
    server.clock.advance(3 * MINUTE_MS)
    await send()
  }
  const write = async (slug: string, episodes: number, more: Partial<DramaFixture> = {}) => {
    server.clock.advance(1000)
    writeDrama(server.catalogueDir, { slug, episodes, free: 1, ...more }, drama => ({
      ...drama,
      title: { ...drama.title, ...TITLES }
    }))
    await server.loader.scan()
  }
  const openDrama = async (episodes = 3) => {
    const slug = `running-${number++}`
    await write(slug, episodes)
    return { slug, id: `d_${slug}` }
  }
  const subscribe = async (viewer: ApiClient, lang = 'pt', path = `/${number++}`) => {
    const browser = createPushBrowser(`${service.base}${path}`)
    expect((await viewer.post('/push/subscribe', { ...browser.subscription, lang })).data).toEqual({ ok: true })
    return { ...browser, path }
  }
  const keep = (viewer: ApiClient, drama_id: string) => viewer.post('/user/favorite', { drama_id, on: 1 })
  const urls = () => service.requests.map(({ url }) => url)
  const countSubscriptions = async (endpoint: string) =>
    (await server.db.selectFrom('push_subscriptions').select('id').where('endpoint', '=', endpoint).execute()).length

  test('a new episode of a kept drama reaches its viewer, encrypted, signed and in the language of the browser', async () => {
    const [viewer, stranger] = [await signIn(server), await signIn(server)]
    const { slug, id } = await openDrama()
    const browser = await subscribe(viewer, 'en')
    await subscribe(stranger)
    await keep(viewer, id)
    await write(slug, 4)
    await sendGathered()
    expect(urls()).toEqual([browser.path])
    const [{ headers, body }] = service.requests as [(typeof service.requests)[number]]
    expect(browser.read(body)).toEqual({
      title: 'New drama',
      body: 'Episode 4 is out',
      icon: expect.stringMatching(new RegExp(`^/covers/${id}/[\\w.-]+$`)),
      url: `/?drama=${id}&ep=4&lang=en`,
      tag: id
    })
    expect((await server.fetch((browser.read(body) as { icon: string }).icon)).status).toBe(200)
    const { public_key: key } = (await viewer.get('/push/index')).data
    expect(readVapidClaims(headers.authorization ?? '')).toMatchObject({
      aud: service.base,
      sub: 'mailto:no-reply@localhost',
      key
    })
    expect([headers['content-encoding'], Number(headers.ttl)]).toEqual(['aes128gcm', 86_400])
  })

  test('episodes that come one after another are one notification, and none is sent twice', async () => {
    const viewer = await signIn(server)
    const { slug, id } = await openDrama()
    const browser = await subscribe(viewer)
    await keep(viewer, id)
    await write(slug, 4)
    await send()
    await write(slug, 6)
    await sendGathered()
    await sendGathered()
    await server.loader.scan()
    await sendGathered()
    const messages = service.requests.map(({ body }) => browser.read(body))
    expect(messages).toMatchObject([{ body: 'Saíram os episódios 4 a 6', url: `/?drama=${id}&ep=4` }])
  })

  test('the last episode of a drama is told of; what a finished drama adds is not', async () => {
    const viewer = await signIn(server)
    const { slug, id } = await openDrama()
    await subscribe(viewer)
    await keep(viewer, id)
    await write(slug, 4, { isFinished: true })
    await sendGathered()
    expect(service.requests).toHaveLength(1)
    await write(slug, 5, { isFinished: true })
    await sendGathered()
    expect(service.requests).toHaveLength(1)
  })

  test('a drama that is new, an episode that returns, and a drama kept too late or let go are not told of', async () => {
    const viewer = await signIn(server)
    await subscribe(viewer)
    const [returning, late, left] = [await openDrama(), await openDrama(), await openDrama()]
    for (const { id } of [returning, left]) await keep(viewer, id)
    await write(returning.slug, 2)
    await write(returning.slug, 3)
    await write(late.slug, 4)
    server.clock.advance(1000)
    await keep(viewer, late.id)
    await write(left.slug, 4)
    await send()
    await viewer.post('/user/favorite', { drama_id: left.id, on: 0 })
    await sendGathered()
    expect(urls()).toEqual([])
    expect(await server.db.selectFrom('push_messages').selectAll().execute()).toEqual([])
  })

  test('an episode that went offline before the notification is not told of', async () => {
    const viewer = await signIn(server)
    const { slug, id } = await openDrama()
    await subscribe(viewer)
    await keep(viewer, id)
    await write(slug, 4)
    await write(slug, 3)
    await sendGathered()
    expect(urls()).toEqual([])
  })

  test.each([404, 410])('a browser whose push service answers %d is forgotten', async status => {
    const viewer = await signIn(server)
    const { slug, id } = await openDrama()
    const browser = await subscribe(viewer)
    await keep(viewer, id)
    service.state.answer = () => status
    await write(slug, 4)
    await sendGathered()
    await write(slug, 5)
    await sendGathered()
    expect(urls()).toEqual([browser.path])
    expect(await countSubscriptions(browser.subscription.endpoint)).toBe(0)
  })

  test('a push service that is busy is asked again, later and later, and given up at last', async () => {
    const viewer = await signIn(server)
    const { slug, id } = await openDrama()
    const browser = await subscribe(viewer)
    await keep(viewer, id)
    service.state.answer = () => 503
    await write(slug, 4)
    await sendGathered()
    const counts = [service.requests.length]
    for (const minutes of [0.5, 1, 5, 10, 60, 360, 3000]) {
      server.clock.advance(minutes * MINUTE_MS)
      await send()
      counts.push(service.requests.length)
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 4, 5, 5])
    expect(await countSubscriptions(browser.subscription.endpoint)).toBe(1)
  })

  test('a busy push service delays only its own browsers, and a refusal is not repeated', async () => {
    const viewer = await signIn(server)
    const { slug, id } = await openDrama()
    const [busy, refusing, good] = [await subscribe(viewer), await subscribe(viewer), await subscribe(viewer)]
    await keep(viewer, id)
    service.state.answer = url => (url === busy.path ? 429 : url === refusing.path ? 403 : 201)
    await write(slug, 4)
    await sendGathered()
    service.state.answer = () => 201
    server.clock.advance(2 * MINUTE_MS)
    await send()
    expect(urls().toSorted()).toEqual([busy.path, busy.path, refusing.path, good.path].toSorted())
  })

  test('a browser belongs to its last viewer, and to nobody after it unsubscribed, logged out or was deleted', async () => {
    const [one, other] = [await signIn(server), await signIn(server)]
    const browser = await subscribe(one)
    const { endpoint } = browser.subscription
    const readOwner = async () =>
      (await server.db.selectFrom('push_subscriptions').select('user_id').where('endpoint', '=', endpoint).execute())[0]
        ?.user_id
    const first = await readOwner()
    await other.post('/push/subscribe', browser.subscription)
    expect(await readOwner()).not.toBe(first)
    await one.post('/push/unsubscribe', { endpoint })
    expect(await countSubscriptions(endpoint)).toBe(1)
    await other.post('/push/unsubscribe', { endpoint })
    expect(await countSubscriptions(endpoint)).toBe(0)

    const loggedOut = await openAccount(server)
    await loggedOut.post('/push/subscribe', browser.subscription)
    await loggedOut.post('/user/logout')
    expect(await countSubscriptions(endpoint)).toBe(0)

    const deleted = await openAccount(server)
    await deleted.post('/push/subscribe', browser.subscription)
    expect((await deleted.post('/user/delete', { confirm: 1 })).data).toEqual({ ok: true })
    expect(await countSubscriptions(endpoint)).toBe(0)
  })

  test('a visitor who becomes part of an account brings the browser along', async () => {
    const email = 'push@example.com'
    await openAccount(server, email)
    const visitor = await signIn(server)
    const { slug, id } = await openDrama()
    const browser = await subscribe(visitor)
    await keep(visitor, id)
    await signInByMail(server, email, visitor)
    await write(slug, 4)
    await sendGathered()
    expect(urls()).toEqual([browser.path])
  })

  test('an 11th browser of a viewer replaces the oldest', async () => {
    const viewer = await signIn(server)
    const browsers = []
    for (let count = 0; count < 11; count++) {
      server.clock.advance(1000)
      browsers.push(await subscribe(viewer))
    }
    const counts = await Promise.all(browsers.map(({ subscription }) => countSubscriptions(subscription.endpoint)))
    expect(counts).toEqual([0, ...Array.from({ length: 10 }, () => 1)])
  })

  const { subscription: good } = createPushBrowser('https://push.example/x')
  test.each([
    ['an address inside the network', { endpoint: 'https://10.0.0.1/x' }],
    ['an address without encryption', { endpoint: 'http://push.example/x' }],
    ['no address', { endpoint: 'push' }],
    ['another scheme', { endpoint: 'file:///etc/passwd' }],
    ['an address that is too long', { endpoint: `https://push.example/${'x'.repeat(1000)}` }],
    ['a key that is no point of the curve', { p256dh: 'B'.padEnd(87, 'A') }],
    ['a key that is too short', { p256dh: 'BAAA' }],
    ['a secret that is too short', { auth: 'AAAA' }]
  ])('%s is refused', async (_name, wrong) => {
    const viewer = await signIn(server)
    expect((await viewer.post('/push/subscribe', { ...good, ...wrong })).code).toBe(4001)
  })

  test('an export says that a browser is subscribed, without its address and keys', async () => {
    const viewer = await signIn(server)
    const { subscription } = await subscribe(viewer)
    const { url } = (await viewer.get('/user/export')).data
    const text = await (await server.fetch(new URL(url).pathname)).text()
    expect(JSON.parse(text).push_subscriptions).toMatchObject([{ lang: 'pt' }])
    for (const secret of Object.values(subscription)) expect(text).not.toContain(secret)
  })
})

test('the address of a push service that leads into the network is not called', async () => {
  const server = await openTestServer({ engine: 'pglite' })
  const lines: object[] = []
  const viewer = await signIn(server)
  await viewer.post('/push/subscribe', createPushBrowser('https://push.example/x').subscription)
  await viewer.post('/user/favorite', { drama_id: 'd_rain', on: 1 })
  server.clock.advance(1000)
  writeDrama(server.catalogueDir, { slug: 'rain', episodes: 7, free: 1 })
  await server.loader.scan()
  const dnsLookup = async () => [{ address: '192.168.0.7', family: 4 }]
  const log = { warn: (line: object) => lines.push(line) } as never
  const context = { db: server.db, config: server.config, log, dnsLookup, metrics: server.metrics }
  await sendDue(context, new Date(server.clock.now()))
  await sendDue(context, new Date(server.clock.now() + 3 * MINUTE_MS))
  expect(lines).toMatchObject([{ answered: 'refused: the name leads to a private address' }])
  await server.close()
})

test('the public key follows from the private one', () => {
  const settings = {
    vapidPrivateKey: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE',
    vapidSubject: 'mailto:a@b.example'
  }
  // The generator of the curve P-256.
  const generator = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU'
  expect(readVapidDetails(settings).publicKey).toBe(generator)
  expect(() => readVapidDetails({ ...settings, vapidPrivateKey: null })).toThrow('needs a key')
})
