import { expect, onTestFinished, test } from 'vitest'
import type { App } from '../../../src/core/app.js'
import { createApp } from '../../../src/core/create-app.js'
import { applyConsentDenied, applyConsentGranted } from '../../../src/core/session/consent-change.js'
import { type BrowserStorage, createConsentedStorage } from '../../../src/core/session/consented-storage.js'
import { startEarlySignIn } from '../../../src/core/session/early-sign-in.js'
import { giveCoins } from '../../server/support/money.js'
import type { TestServer } from '../../server/support/open-test-server.js'
import { openServer, SECRET, waitForState } from '../support/open-test-app.js'
import { createTestEnvironment } from '../support/test-environment.js'

const TOKEN = 'firstui_m_token'
const SIGN_IN = '/index/visitor_login'
const LANDING = 'https://partner.example/x?utm_source=spring&utm_term=a&fbclid=F1&gclid=G1&clickid=&q=1'

function createNative(items = new Map<string, string>()): BrowserStorage & { items: Map<string, string> } {
  return {
    items,
    get length() {
      return items.size
    },
    key: index => [...items.keys()][index] ?? null,
    getItem: key => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: key => void items.delete(key)
  }
}

interface PageOptions {
  native?: ReturnType<typeof createNative>
  isAhead?: boolean
  fetch?: typeof fetch
}

function openPage(server: TestServer, consent: string | undefined, options: PageOptions = {}) {
  const { native = createNative(), isAhead = false, fetch = server.fetch } = options
  const storage = createConsentedStorage(consent === undefined || consent === 'granted' ? native : undefined)
  const environment = {
    ...createTestEnvironment({ fetch, now: server.clock.now, pageUrl: LANDING }),
    storage
  }
  environment.page.consent = consent
  const { origin: apiBase } = server
  const { signal } = new AbortController()
  const signInOptions = { apiBase, lpid: 'spring', lang: 'pt', firstScreen: 'start', isFirst: true, signal }
  const ahead = isAhead ? startEarlySignIn(environment, signInOptions) : undefined
  const setting = { apiBase, lpid: 'spring', warning: undefined, lang: 'pt', envelopeSecret: SECRET }
  const app = createApp(environment, { ...setting, hasHotkeys: () => true, partnerToken: () => undefined }, ahead)
  onTestFinished(() => app.destroy())
  return {
    app,
    environment,
    native,
    storage,
    events: () => environment.emitted.map(({ name }) => name),
    userId: () => app.api.get('/user/info', {}).then(({ user }) => user.id),
    async grant() {
      environment.page.consent = 'granted'
      await applyConsentGranted(app, storage, native)
    },
    async deny(isUsedElsewhere = false) {
      environment.page.consent = 'denied'
      storage.persistent = undefined
      await applyConsentDenied(app, native, async () => isUsedElsewhere)
    },
    visits: async () =>
      server.db
        .selectFrom('visits')
        .select(['lpid', 'consent', 'click_ids', 'utm', 'landing_url', 'referrer_host', 'user_agent'])
        .where('user_id', '=', await app.api.get('/user/info', {}).then(({ user }) => user.id))
        .orderBy('created_at')
        .execute()
  }
}

const play = (app: App) => app.api.post('/drama/play', { drama_id: 'd_rain', episode_no: 1 })
const nothing = { click_ids: {}, utm: {}, landing_url: null, referrer_host: null, user_agent: '' }

test('before an answer the app plays, and keeps and tells nothing; a yes goes on with it, a no takes it back', async () => {
  const page = openPage(await openServer(), 'required', { isAhead: true })
  const { app, environment, native, events } = page
  native.items.set('cart', '3')
  expect((await play(app)).episode.no).toBe(1)
  const userId = await page.userId()
  expect(environment.sent.filter(({ path }) => path === SIGN_IN)).toHaveLength(1)
  expect(environment.sent[0]?.body).not.toHaveProperty('landing_url')
  expect(environment.sent[0]?.body).toMatchObject({ consent: 'required', lpid: 'spring' })
  app.playbackSettings.$isMuted.set(true)
  app.emit('drama-view-content', { drama_id: 'd_rain', title: '' })
  expect(app.emit('drama-ready', {})).toBe(true)
  expect([events(), [...native.items.keys()], environment.broadcasts.length > 0]).toEqual([
    ['drama-ready'],
    ['cart'],
    true
  ])
  expect(await page.visits()).toEqual([{ lpid: 'spring', consent: 'unknown', ...nothing }])

  await page.grant()
  expect([...native.items.keys()].sort()).toEqual(['cart', 'drama_device_id', 'drama_muted', TOKEN])
  expect(events()).toEqual(['drama-ready', 'drama-visit'])
  expect(environment.emitted.at(-1)?.detail).toMatchObject({ is_new: true })
  await expect.poll(page.visits).toMatchObject([
    {
      consent: 'granted',
      landing_url: LANDING,
      referrer_host: 'ads.example',
      click_ids: { fbclid: 'F1', gclid: 'G1' },
      utm: { source: 'spring', term: 'a' }
    }
  ])
  await page.grant()
  expect([await page.userId(), events().length]).toEqual([userId, 2])

  await page.deny()
  expect([...native.items.keys()]).toEqual(['cart'])
  app.playbackSettings.$isMuted.set(false)
  app.emit('drama-view-content', { drama_id: 'd_rain', title: '' })
  expect((await play(app)).episode.no).toBe(1)
  expect([await page.userId(), [...native.items.keys()], events().length]).toEqual([userId, ['cart'], 2])
  await expect.poll(page.visits).toEqual([{ lpid: 'spring', consent: 'denied', ...nothing }])
  expect(app.session.isLogin()).toBe(true)

  await page.grant()
  expect(native.items.has(TOKEN)).toBe(true)
  await expect.poll(page.visits).toMatchObject([{ consent: 'granted', click_ids: { fbclid: 'F1' } }])
  expect(events()).toEqual(['drama-ready', 'drama-visit'])
})

test('a yes that is still on its way when the no comes does not reach the server after it', async () => {
  const server = await openServer()
  const held: (() => void)[] = []
  let isHolding = false
  const page = openPage(server, 'required', {
    fetch: async (input, init) => {
      if (isHolding) await new Promise<void>(resolve => held.push(resolve))
      return server.fetch(input, init)
    }
  })
  await page.userId()
  isHolding = true
  await page.grant()
  await expect.poll(() => held.length).toBe(1)
  await page.deny()
  isHolding = false
  await page.userId()
  expect(page.environment.sent.filter(({ path }) => path === SIGN_IN)).toHaveLength(2)
  for (const release of held) release()
  await expect.poll(page.visits).toEqual([{ lpid: 'spring', consent: 'denied', ...nothing }])
  expect(page.environment.sent.filter(({ path }) => path === SIGN_IN)).toHaveLength(3)
})

test('who was here before is that visitor again, whose storage nothing was written over', async () => {
  const server = await openServer()
  const native = createNative()
  const before = await openPage(server, undefined, { native }).userId()
  await expect.poll(() => native.items.has('drama_device_id')).toBe(true)
  const items = new Map(native.items)
  const page = openPage(server, 'required', { native })
  const inBetween = await page.userId()
  page.app.playbackSettings.$isMuted.set(true)
  expect([inBetween === before, page.app.session.$change.get()]).toEqual([false, 0])
  expect([...native.items]).toEqual([...items])
  await page.grant()
  expect([await page.userId(), page.app.session.$change.get()]).toEqual([before, 1])
  expect([...native.items]).toEqual([...items, ['drama_muted', '1']])
  expect(page.environment.emitted).toMatchObject([{ name: 'drama-visit', detail: { is_new: false } }])
  expect(await page.app.device.secret()).toBe(await openPage(server, 'granted', { native }).app.device.secret())
})

test('who has coins by then goes on as who they are, and the visitor of before is kept as well', async () => {
  const server = await openServer()
  const native = createNative()
  const before = await openPage(server, undefined, { native }).userId()
  await expect.poll(() => native.items.has('drama_device_id')).toBe(true)
  const page = openPage(server, 'required', { native })
  const rich = await page.userId()
  await giveCoins(server, rich, 100)
  await page.grant()
  expect([await page.userId(), page.storage.isPersistent()]).toEqual([rich, false])
  expect(await openPage(server, 'granted', { native }).userId()).toBe(before)
})

test('of two apps on one storage, one that may not takes nothing from the one that may', async () => {
  const server = await openServer()
  const native = createNative()
  const page = openPage(server, 'granted', { native })
  const userId = await page.userId()
  await expect.poll(() => native.items.has('drama_device_id')).toBe(true)
  const items = [...native.items]
  const other = openPage(server, 'denied', { native })
  expect(await other.userId()).not.toBe(userId)
  await other.deny(true)
  expect([[...native.items], other.storage.isPersistent(), page.storage.isPersistent()]).toEqual([items, false, true])
  expect(await page.userId()).toBe(userId)
})

test('an answer during the sign-in keeps the visitor who is being signed in', async () => {
  const server = await openServer()
  const page = openPage(server, 'maybe')
  const granting = page.grant()
  await granting
  await waitForState(page.app.session.$session, 'ready')
  expect(page.native.items.get(TOKEN)).toBe(page.app.session.token())
  expect(page.events()).toEqual(['drama-visit'])
})
