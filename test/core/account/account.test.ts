import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { fetchExport } from '../../../src/core/account/data-export.js'
import { mergeSummaryLines } from '../../../src/core/account/merge-summary.js'
import { accountMessageLoaders } from '../../../src/core/account/messages.js'
import { createSignInFlow, onlyDigits } from '../../../src/core/account/sign-in-flow.js'
import { deleteAccount, logOut } from '../../../src/core/account/sign-out.js'
import { createPartMessages } from '../../../src/core/i18n/part-messages.js'
import { getOrCreateFavorites } from '../../../src/core/library/favorites.js'
import { createProfilePage } from '../../../src/core/profile/profile-page.js'
import { TOKEN_KEY } from '../../../src/core/session/visitor-login-request.js'
import { newAddress, readEmailCode } from '../../server/support/accounts.js'
import { giveCoins } from '../../server/support/money.js'
import { openTestServer, type TestServer } from '../../server/support/open-test-server.js'
import { openApp, type TestApp, type TestAppOptions, waitForState, waitUntilSettled } from '../support/open-test-app.js'
import { shownToast } from '../support/shown-toast.js'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ engine: 'postgres' })
})
afterAll(() => server.close())

async function open(options: TestAppOptions = {}): Promise<TestApp> {
  const opened = openApp(server, options)
  await waitForState(opened.app.session.$session, 'ready')
  await vi.waitFor(() => expect(opened.app.i18n.$translation.get()).toBeDefined())
  return opened
}

async function openTabs(options: TestAppOptions = {}) {
  const stored = options.stored ?? new Map<string, string>()
  const turns = new Map<string, Promise<unknown>>()
  const runExclusive = <Result>(name: string, task: () => Promise<Result>) => {
    const turn = (turns.get(name) ?? Promise.resolve()).then(task, task)
    turns.set(name, turn)
    return turn
  }
  const tabs: TestApp[] = []
  for (const index of [0, 1]) {
    const onBroadcast = (message: unknown) =>
      tabs.forEach(({ environment }, other) => void (other !== index && environment.receiveBroadcast(message)))
    tabs.push(await open({ ...options, stored, runExclusive, onBroadcast, start: '/pages/index/my' }))
  }
  return { tabs: tabs as [TestApp, TestApp], stored }
}

const me = async ({ app }: TestApp) => app.api.get('/user/info', {})
const events = ({ environment }: TestApp, name: string) => environment.emitted.filter(event => event.name === name)
const logins = ({ environment }: TestApp) => environment.sent.filter(({ path }) => path === '/index/visitor_login')

async function signIn({ app }: TestApp, email: string) {
  server.clock.advance(61_000)
  const entry = createSignInFlow(app)
  entry.reset()
  await entry.sendCode(` ${email} `)
  expect(entry.$state.get()).toMatchObject({ step: 'code', wait: 60 })
  const entering = entry.enterCode(await readEmailCode(server, email))
  return { entry, entering }
}

async function loadTexts({ app }: TestApp) {
  const texts = createPartMessages(accountMessageLoaders, app.i18n, app.signal)
  await texts.load()
  return texts.$text.get() ?? expect.fail('no texts')
}

test('a new account has all the visitor had, in every tab at once; the page hears of it once, and of no address', async () => {
  const { tabs, stored } = await openTabs()
  const [one, other] = tabs
  const visitor = (await me(one)).user
  await giveCoins(server, visitor.id, 120)
  await getOrCreateFavorites(one.app).set('d_rain', true)
  const pages = tabs.map(({ app }) => createProfilePage(app))
  for (const page of pages) await waitUntilSettled(page.info.$loadable)
  const before = stored.get(TOKEN_KEY)
  const email = newAddress()
  const { entry, entering } = await signIn(one, email)
  await entering
  expect(entry.$state.get()).toMatchObject({ step: 'done', isNew: true, merged: null, user: { id: visitor.id, email } })
  expect(stored.get(TOKEN_KEY)).not.toBe(before)
  for (const tab of tabs) {
    expect(tab.app.session.$change.get()).toBe(1)
    expect(getOrCreateFavorites(tab.app).$changes.get().size).toBe(0)
    expect(await me(tab)).toMatchObject({ user: { kind: 'user', email }, balance: { coins: 120 } })
    expect(tab.app.router.$stack.get().top?.url).toBe('/pages/index/my')
    expect(logins(tab).length).toBeLessThan(2)
  }
  expect(events(one, 'drama-register').map(({ detail }) => detail.method)).toEqual(['email'])
  expect(events(one, 'drama-register')[0]?.detail.event_id).toMatch(/^register_[\w-]{43}$/)
  expect(events(other, 'drama-register')).toEqual([])
  const eventsJson = JSON.stringify(
    [one, other].map(({ environment }) => [environment.emitted, environment.broadcasts])
  )
  expect(eventsJson).not.toContain(email)
})

test('what a second visitor has comes along into the account, and is told line by line', async () => {
  const email = newAddress()
  await (await signIn(await open(), email)).entering
  const second = await open()
  await giveCoins(server, (await me(second)).user.id, 40, 5)
  await getOrCreateFavorites(second.app).set('d_rain', true)
  const { entry, entering } = await signIn(second, email)
  await entering
  const state = entry.$state.get()
  if (state.step !== 'done' || !state.merged) return expect.fail(state.step)
  expect(mergeSummaryLines(state.merged)).toEqual([
    { key: 'broughtCoins', count: 40 },
    { key: 'broughtBonus', count: 5 },
    { key: 'broughtFavorites', count: 1 }
  ])
  expect(events(second, 'drama-register')).toEqual([])
  expect((await me(second)).balance).toEqual({ coins: 40, bonus: 5 })
  expect((await second.app.api.get('/user/favorites', {})).list.map(({ id }) => id)).toEqual(['d_rain'])
})

test('calls that the end of the old session meets on their way, here or in another tab, are answered as the account', async () => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const hasEnded = vi.fn()
  const { tabs } = await openTabs({
    async fetch(url, init) {
      const answer = await server.fetch(url, init)
      if (!url.includes('/user/email_login')) return answer
      hasEnded()
      await held
      return answer
    }
  })
  const [one, other] = tabs
  const email = newAddress()
  const { entering } = await signIn(one, email)
  await vi.waitFor(() => expect(hasEnded).toHaveBeenCalled())
  const before = tabs.reduce((sum, tab) => sum + tab.environment.sent.length, 0)
  const pendingResults = [me(one), me(other), getOrCreateFavorites(one.app).set('d_rain', true)] as const
  await vi.waitFor(() => expect(tabs.reduce((sum, tab) => sum + tab.environment.sent.length, 0)).toBe(before + 3))
  release()
  await entering
  expect((await pendingResults[0]).user.email).toBe(email)
  expect((await pendingResults[1]).user.email).toBe(email)
  await pendingResults[2]
  for (const tab of tabs) {
    expect(tab.app.session.$session.get().state).toBe('ready')
    expect(tab.app.router.$stack.get().top?.url).toBe('/pages/index/my')
  }
})

test('an answer that is lost is asked for again, and nothing is moved twice', async () => {
  const email = newAddress()
  await (await signIn(await open(), email)).entering
  let losses = 1
  const tab = await open({
    async fetch(url, init) {
      const answer = await server.fetch(url, init)
      if (url.includes('/user/email_login') && losses-- > 0) throw new TypeError('connection reset')
      return answer
    }
  })
  await giveCoins(server, (await me(tab)).user.id, 30)
  const { entry, entering } = await signIn(tab, email)
  await vi.waitFor(() => expect(losses).toBe(0))
  const timer = setInterval(() => void tab.environment.advance(1000), 20)
  onTestFinished(() => clearInterval(timer))
  await entering
  expect(entry.$state.get()).toMatchObject({ step: 'done', merged: { coins: 30 } })
  expect((await me(tab)).balance.coins).toBe(30)
})

test('wrong addresses and codes are said in words; another code may be asked for when the wait is over', async () => {
  const line = { isCut: false }
  const tab = await open({
    fetch: (url, init) => (line.isCut ? Promise.reject(new TypeError('cut')) : server.fetch(url, init))
  })
  tab.environment.isOnline = () => !line.isCut
  const entry = createSignInFlow(tab.app)
  const problem = () => entry.$state.get().problem
  for (const email of ['', 'ana', 'ana@mail', 'a b@mail.test', 'ana@mail.test, rui@mail.test']) {
    await entry.sendCode(email)
    expect([email, problem()]).toEqual([email, 'emailInvalid'])
  }
  line.isCut = true
  const email = newAddress()
  await entry.sendCode(email)
  expect(entry.$state.get()).toMatchObject({ step: 'email', problem: 'networkBad', isBusy: false })
  line.isCut = false
  server.clock.advance(61_000)
  await entry.sendCode(email)
  const right = await readEmailCode(server, email)
  const wrong = right === '000000' ? '000001' : '000000'
  line.isCut = true
  await entry.enterCode(right)
  expect(problem()).toBe('networkBad')
  line.isCut = false
  for (let tries = 0; tries < 5; tries++) {
    await entry.enterCode(wrong)
    expect(problem()).toBe('codeWrong')
  }
  await entry.enterCode(right)
  expect(problem()).toBe('tooManyTries')
  expect((await me(tab)).user.kind).toBe('visitor')
  for (let second = 0; second < 60; second++) await tab.environment.advance(1000)
  expect(entry.$state.get()).toMatchObject({ step: 'code', wait: 0 })
  server.clock.advance(61_000)
  await entry.sendCode()
  expect(entry.$state.get()).toMatchObject({ step: 'code', wait: 60, problem: undefined })
  await entry.enterCode(await readEmailCode(server, email))
  expect(entry.$state.get()).toMatchObject({ step: 'done', isNew: true })
})

test.each([
  ['123456', '123456'],
  [' 123 456\n', '123456'],
  ['Code: 123-456.', '123456'],
  ['１２３４５６', '123456'],
  ['1234567', '123456'],
  ['12 three', '12']
])('of %j the code is %s', (written, code) => expect(onlyDigits(written)).toBe(code))

test('a session that is refused, or a token that is lost, brings the same visitor back with their coins', async () => {
  const tab = await open()
  const { id } = (await me(tab)).user
  await giveCoins(server, id, 70)
  tab.environment.stored.set(TOKEN_KEY, 'revoked')
  await expect(me(tab)).rejects.toMatchObject({ code: 999 })
  await tab.environment.advance(500)
  await waitForState(tab.app.session.$session, 'ready')
  expect(await me(tab)).toMatchObject({ user: { id }, balance: { coins: 70 } })
  expect(events(tab, 'drama-visit').map(({ detail }) => detail.is_new)).toEqual([true, false])
  tab.environment.stored.clear()
  expect((await me(tab)).user.id).toBe(id)
  await vi.waitFor(() => expect(tab.environment.stored.has('drama_device_id')).toBe(true))
  const stored = new Map(tab.environment.stored)
  stored.delete(TOKEN_KEY)
  expect((await me(await open({ stored }))).user.id).toBe(id)
})

test('the secret has 256 bits and goes out in the body of the sign-in alone, never in clear into the storage', async () => {
  const tabs = [await open(), await open()]
  const secrets = tabs.map(tab => String(logins(tab)[0]?.body.device_secret))
  for (const [index, tab] of tabs.entries()) {
    const secret = secrets[index] ?? ''
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    await me(tab)
    const elsewhere = tab.environment.sent.filter(({ path }) => path !== '/index/visitor_login')
    const headers = tab.environment.sent.map(request => request.headers)
    expect(JSON.stringify([elsewhere.map(({ url, body }) => [url.href, body]), headers])).not.toContain(secret)
    expect(JSON.stringify([...tab.environment.stored])).not.toContain(secret)
    expect(server.logLines.join('\n')).not.toContain(secret)
  }
  expect(secrets[0]).not.toBe(secrets[1])
})

test('D-101 D-102 who logs out leaves for the entry page, in every tab; the next visitor is another, whatever comes', async () => {
  const { tabs, stored } = await openTabs()
  const [one, other] = tabs
  const { user } = await me(one)
  await giveCoins(server, user.id, 15)
  const secret = logins(one)[0]?.body.device_secret
  stored.set('drama_search_history', '["segredo"]')
  const leaving = logOut(one.app, await loadTexts(one), await me(one))
  expect(one.app.modals.$modal.get()?.content).toContain('15 moedas')
  one.app.modals.answer('confirm')
  await leaving
  expect([one, other].map(({ app }) => app.session.isLogin())).toEqual([false, false])
  expect(stored.has('drama_search_history')).toBe(false)
  for (const { environment } of tabs) await environment.advance(500)
  for (const { app } of tabs) {
    await waitForState(app.session.$session, 'ready')
    expect(app.router.$stack.get().top?.url).toBe('/')
  }
  const next = (await me(one)).user.id
  expect(next).not.toBe(user.id)
  expect((await me(other)).user.id).toBe(next)
  const renewed = [one, other].flatMap(logins).at(-1)?.body.device_secret
  expect(renewed).toMatch(/^[0-9a-f]{64}$/)
  expect(renewed).not.toBe(secret)
  stored.delete(TOKEN_KEY)
  expect((await me(one)).user.id).toBe(next)
})

test('a logout that does not reach the server changes nothing, and says so', async () => {
  const line = { isCut: false }
  const tab = await open({
    fetch: (url, init) => (line.isCut ? Promise.reject(new TypeError('cut')) : server.fetch(url, init))
  })
  const { user } = await me(tab)
  const leaving = logOut(tab.app, await loadTexts(tab), undefined)
  line.isCut = true
  tab.app.modals.answer('confirm')
  await leaving
  expect((await shownToast(tab))?.title).toContain('A conexão está ruim')
  line.isCut = false
  expect((await me(tab)).user.id).toBe(user.id)
})

test('a recovery code brings a visitor back to a browser that knows nothing; what is not it is said in words', async () => {
  const lost = await open()
  const { user } = await me(lost)
  await giveCoins(server, user.id, 25)
  const { code } = await lost.app.api.post('/user/recovery_code', {})
  const found = await open()
  await giveCoins(server, (await me(found)).user.id, 5)
  const entry = createSignInFlow(found.app)
  entry.goTo('recovery')
  await entry.recover(' ')
  expect(entry.$state.get().problem).toBe('recoveryEmpty')
  await entry.recover('AAAA-AAAA-AAAA')
  expect(entry.$state.get().problem).toBe('recoveryWrong')
  await entry.recover(code.toLowerCase().replaceAll('-', ' '))
  expect(entry.$state.get()).toMatchObject({ step: 'done', isNew: false, user: { id: user.id }, merged: { coins: 5 } })
  expect(events(found, 'drama-register')).toEqual([])
  expect(await me(found)).toMatchObject({ user: { id: user.id }, balance: { coins: 30 } })
  // Without a token, the device secret signs in to the recovered visitor.
  found.environment.stored.delete(TOKEN_KEY)
  expect((await me(found)).user.id).toBe(user.id)
})

test('an account takes its data along and is deleted after the last question; who comes next has nothing of it', async () => {
  const tab = await open()
  const email = newAddress()
  await (await signIn(tab, email)).entering
  const { user } = await me(tab)
  const file = await fetchExport(tab.app)
  expect(JSON.stringify(JSON.parse(file.text))).toContain(email)
  const words = await loadTexts(tab)
  const asking = deleteAccount(tab.app, words)
  tab.app.modals.answer('cancel')
  expect(await asking).toBe(false)
  expect((await me(tab)).user.email).toBe(email)
  const deleting = deleteAccount(tab.app, words)
  tab.app.modals.answer('confirm')
  expect(await deleting).toBe(true)
  await tab.environment.advance(500)
  await waitForState(tab.app.session.$session, 'ready')
  expect(await me(tab)).toMatchObject({ user: { kind: 'visitor', email: null }, has_unlocks: false })
  expect((await me(tab)).user.id).not.toBe(user.id)
})

test('the sheet asks once each time it is opened who the viewer is', async () => {
  const tab = await open()
  const countInfoRequests = () => tab.environment.sent.filter(({ path }) => path === '/user/info').length
  const entry = createSignInFlow(tab.app)
  for (const times of [1, 2]) {
    entry.reset()
    await me(tab)
    // Includes the request of `me`.
    expect(countInfoRequests()).toBe(2 * times)
  }
})

test('who is signed in already, perhaps in another tab just now, is told so', async () => {
  const { tabs } = await openTabs()
  const [one, other] = tabs
  const entry = createSignInFlow(other.app)
  const email = newAddress()
  await (await signIn(one, email)).entering
  await vi.waitFor(() => expect(entry.$state.get()).toMatchObject({ step: 'done', isNew: false, user: { email } }))
})
