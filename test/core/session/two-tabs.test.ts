import { expect, test } from 'vitest'
import { getOrCreateFavorites } from '../../../src/core/library/favorites.js'
import { TOKEN_KEY } from '../../../src/core/session/visitor-login-request.js'
import { openApp, openServer, type TestApp, waitForState } from '../support/open-test-app.js'

/** Opens tabs of one browser, which share storage, locks and broadcasts. */
async function openTabs(count: number) {
  const server = await openServer()
  const stored = new Map<string, string>()
  const turns = new Map<string, Promise<unknown>>()
  const runExclusive = <Result>(name: string, task: () => Promise<Result>) => {
    const turn = (turns.get(name) ?? Promise.resolve()).then(task, task)
    turns.set(name, turn)
    return turn
  }
  const tabs: TestApp[] = []
  const broadcastFrom = (from: number) => (message: unknown) =>
    tabs.forEach(({ environment }, index) => void (index !== from && environment.receiveBroadcast(message)))
  for (let index = 0; index < count; index++) {
    tabs.push(openApp(server, { stored, runExclusive, onBroadcast: broadcastFrom(index), start: '/pages/index/my' }))
  }
  await Promise.all(tabs.map(({ app }) => waitForState(app.session.$session, 'ready')))
  return { tabs: tabs as [TestApp, TestApp], stored, server }
}

const logins = (tabs: readonly TestApp[]) =>
  tabs.flatMap(({ environment }) => environment.sent.filter(({ path }) => path === '/index/visitor_login'))

test('two tabs opened at once sign one visitor in', async () => {
  const { tabs } = await openTabs(2)
  expect(logins(tabs)).toHaveLength(1)
  const ids = await Promise.all(tabs.map(async ({ app }) => (await app.api.get('/user/info', {})).user.id))
  expect(ids[0]).toBe(ids[1])
})

test('D-109 D-113 a session that ends in one tab ends in the other, and both go on with the same new visitor', async () => {
  const { tabs, stored } = await openTabs(2)
  const [one, other] = tabs
  await getOrCreateFavorites(one.app).set('d_rain', true)
  stored.set(TOKEN_KEY, 'revoked')
  await expect(one.app.api.get('/user/info', {})).rejects.toMatchObject({ kind: 'session', code: 999 })
  expect(other.app.session.isLogin()).toBe(false)
  for (const { environment } of tabs) await environment.advance(500)
  for (const { app } of tabs) {
    await waitForState(app.session.$session, 'ready')
    expect(app.router.$stack.get().top?.url).toBe('/')
    expect(getOrCreateFavorites(app).$changes.get().size).toBe(0)
  }
  expect(logins(tabs)).toHaveLength(2)
  expect((await other.app.api.get('/user/info', {})).user.kind).toBe('visitor')
})

test('a call that went out with the token of before is repeated with the new one', async () => {
  const server = await openServer()
  const fresh = openApp(server)
  await waitForState(fresh.app.session.$session, 'ready')
  const valid = fresh.environment.stored.get(TOKEN_KEY) ?? ''
  const stored = new Map([[TOKEN_KEY, 'revoked']])
  const { app, environment } = openApp(server, {
    stored,
    // Simulates another tab that signs in during the call.
    fetch(url, init) {
      stored.set(TOKEN_KEY, valid)
      return server.fetch(url, init)
    }
  })
  expect((await app.api.get('/user/info', {})).user.kind).toBe('visitor')
  expect(environment.sent.map(({ headers }) => headers.Authorization)).toEqual(['revoked', valid])
  expect(app.session.$session.get().state).toBe('ready')
})

test('a storage that somebody emptied gets a visitor again, not an error', async () => {
  const { tabs, stored } = await openTabs(1)
  stored.clear()
  expect((await tabs[0].app.api.get('/user/info', {})).user.kind).toBe('visitor')
})

test('a tab that could not sign in goes on when another has', async () => {
  const server = await openServer()
  const stored = new Map<string, string>()
  const { app, environment } = openApp(server, { stored, fetch: () => Promise.reject(new TypeError('offline')) })
  await waitForState(app.session.$session, 'failed')
  environment.receiveBroadcast('signed-in')
  expect(app.session.$session.get().state).toBe('failed')
  stored.set(TOKEN_KEY, 'of-the-other-tab')
  environment.receiveBroadcast('signed-in')
  await waitForState(app.session.$session, 'ready')
})

test.each([null, undefined, 0, 'unknown', { kind: 'signed-out' }, ['signed-out'], { favorite: 7, isKept: true }])(
  'a message that is none of ours, %j, changes nothing',
  async message => {
    const { tabs, stored } = await openTabs(1)
    const before = stored.get(TOKEN_KEY)
    tabs[0].environment.receiveBroadcast(message)
    expect(tabs[0].app.session.$session.get().state).toBe('ready')
    expect(stored.get(TOKEN_KEY)).toBe(before)
    expect(getOrCreateFavorites(tabs[0].app).$changes.get().size).toBe(0)
  }
)

test('a language chosen in one tab is shown in the other', async () => {
  const { tabs } = await openTabs(2)
  const [one, other] = tabs
  await one.app.chooseLanguage('es')
  await expect.poll(() => other.app.i18n.$translation.get()?.language.tag).toBe('es')
})

test('what is kept or let go in one tab shows in the other, whose own tap under way has the say', async () => {
  const { tabs } = await openTabs(2)
  const [one, other] = tabs
  const shown = (tab: TestApp) => getOrCreateFavorites(tab.app).$changes.get().get('d_rain')
  expect(shown(other)).toBeUndefined()
  await getOrCreateFavorites(one.app).set('d_rain', true)
  expect(shown(other)).toBe(true)
  await getOrCreateFavorites(other.app).set('d_rain', false)
  expect(shown(one)).toBe(false)
  const tap = getOrCreateFavorites(other.app).set('d_rain', true)
  other.environment.receiveBroadcast({ favorite: 'd_rain', isKept: false })
  expect(shown(other)).toBe(true)
  await tap
  expect([shown(one), shown(other)]).toEqual([true, true])
  const favoriteEvents = other.environment.emitted.filter(({ name }) => name === 'drama-favorite')
  expect(favoriteEvents).toHaveLength(1)
})

test('where the browser keeps nothing every tab has a visitor of its own, and what another keeps is not shown', async () => {
  const { app, environment } = openApp(await openServer())
  environment.storage.isPersistent = () => false
  environment.receiveBroadcast({ favorite: 'd_rain', isKept: true })
  expect(getOrCreateFavorites(app).$changes.get().size).toBe(0)
})

test('D-113 a logout that is heard before the storage shows it ends the session here too', async () => {
  const { tabs, stored } = await openTabs(1)
  const [{ app, environment }] = tabs
  const dead = stored.get(TOKEN_KEY) ?? ''
  environment.receiveBroadcast(`signed-out ${dead}`)
  expect(app.session.isLogin()).toBe(false)
  await environment.advance(500)
  await waitForState(app.session.$session, 'ready')
  expect(stored.get(TOKEN_KEY)).not.toBe(dead)
})

test('the end of a session that is none of ours changes nothing', async () => {
  const { tabs, stored } = await openTabs(1)
  const before = stored.get(TOKEN_KEY)
  tabs[0].environment.receiveBroadcast('signed-out of-another')
  expect([tabs[0].app.session.$session.get().state, stored.get(TOKEN_KEY)]).toEqual(['ready', before])
})

test('how episodes look and run is at once the same in every tab; sound and hidden controls are each tab’s own', async () => {
  const { tabs, stored } = await openTabs(3)
  const [one, ...others] = tabs
  const { $captions, $captionSize, $rate, $quality, $isMuted, $isControlsHidden } = one.app.playbackSettings
  $captions.set('off')
  $captionSize.set('l')
  $rate.set(1.5)
  $quality.set(540)
  $isMuted.set(true)
  $isControlsHidden.set(true)
  for (const { app, environment } of others) {
    const { playbackSettings } = app
    expect(
      [
        playbackSettings.$captions,
        playbackSettings.$captionSize,
        playbackSettings.$rate,
        playbackSettings.$quality
      ].map($s => $s.get())
    ).toEqual(['off', 'l', 1.5, 540])
    expect([playbackSettings.$isMuted.get(), playbackSettings.$isControlsHidden.get()]).toEqual([false, false])
    expect(environment.broadcasts).not.toContain('setting-chosen')
  }
  expect([stored.get('drama_muted'), stored.get('drama_clean')]).toEqual(['1', '1'])
})
