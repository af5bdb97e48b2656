import { expect, test } from 'vitest'
import { createPlayerPage } from '../../../src/core/playback/player-page.js'
import { saveProgress } from '../../../src/core/playback/save-progress.js'
import { giveCoins, newKey } from '../../server/support/money.js'
import { openApp, openServer, waitForState, waitUntilSettled } from '../support/open-test-app.js'

const RAIN = { drama_id: 'd_rain' }
const deepLink = '/pages/index/play?drama_id=d_rain&episode_no=2'

test('a deep link plays with the one round trip of the sign-in', async () => {
  const { app, environment } = openApp(await openServer(), { start: deepLink })
  const page = createPlayerPage(app, { ...RAIN, episode_no: '2' })
  const { playResponse } = await waitForState(page.$play, 'playing')
  expect(playResponse.episode.no).toBe(2)
  expect(environment.sent.map(({ path }) => path)).not.toContain('/drama/play')
  const signIn = environment.sent.find(({ path }) => path === '/index/visitor_login')
  expect(signIn?.body.want).toBe('play:d_rain:2')
})

test('a returning viewer opens an episode by drama and number, and a drama where he stopped', async () => {
  const server = await openServer()
  const first = openApp(server)
  const watched = createPlayerPage(first.app, { ...RAIN, episode_no: '2' })
  saveProgress(first.app, (await waitForState(watched.$play, 'playing')).playResponse, 7, undefined)
  await first.app.progress.whenSaved()
  const { app, environment } = openApp(server, { stored: first.environment.stored })
  const page = createPlayerPage(app, RAIN)
  const { playResponse } = await waitForState(page.$play, 'playing')
  expect([playResponse.episode.no, playResponse.position_s]).toEqual([2, 7])
  expect(environment.sent.filter(({ path }) => path === '/drama/detail')).toHaveLength(1)
})

test('where the viewer stopped is asked for again if the first answer is lost', async () => {
  const server = await openServer()
  let losses = 1
  const { app, environment } = openApp(server, {
    async fetch(url, init) {
      if (new URL(url).pathname === '/drama/detail' && losses-- > 0) throw new TypeError('cut')
      return server.fetch(url, init)
    }
  })
  const page = createPlayerPage(app, RAIN)
  expect((await waitForState(page.$play, 'playing')).no).toBe(1)
  expect(environment.sent.filter(({ path }) => path === '/drama/detail')).toHaveLength(2)
})

test('title and episodes that were lost are asked for again when the connection is back, and only then', async () => {
  const server = await openServer()
  let isDown = true
  const lost = ['/drama/detail', '/drama/episodes']
  const { app, environment } = openApp(server, {
    start: deepLink,
    async fetch(url, init) {
      if (isDown && lost.includes(new URL(url).pathname)) throw new TypeError('cut')
      return server.fetch(url, init)
    }
  })
  const page = createPlayerPage(app, { ...RAIN, episode_no: '2' })
  await waitForState(page.detail.$loadable, 'failed')
  await waitForState(page.episodes.$loadable, 'failed')
  isDown = false
  environment.connect()
  await waitForState(page.detail.$loadable, 'ready')
  await waitForState(page.episodes.$loadable, 'ready')
  environment.connect()
  expect(lost.map(path => environment.sent.filter(call => call.path === path).length)).toEqual([2, 2])
})

test('D-114 D-217 a locked episode shows its price, one behind it says that earlier ones come first', async () => {
  const { app } = openApp(await openServer())
  const page = createPlayerPage(app, { ...RAIN, episode_no: '2' })
  await waitForState(page.$play, 'playing')
  await page.goTo(3)
  const locked = await waitForState(page.$play, 'locked')
  expect(locked).toMatchObject({ no: 3, isOutOfOrder: false, quote: { price: 60, first_locked_no: 3, coins: 0 } })
  await page.goTo(5)
  expect(await waitForState(page.$play, 'locked')).toMatchObject({ no: 5, isOutOfOrder: true })
})

test('the next episode is prepared once, and a locked one is never asked for ahead of time', async () => {
  const { app, environment } = openApp(await openServer())
  const page = createPlayerPage(app, { ...RAIN, episode_no: '1' })
  await waitForState(page.$play, 'playing')
  const countPlayRequests = () => environment.sent.filter(({ path }) => path === '/drama/play').length
  const before = countPlayRequests()
  expect((await page.prepareNext())?.episode.no).toBe(2)
  await page.goTo(2)
  expect(countPlayRequests()).toBe(before + 1)
  expect(await page.prepareNext()).toBeUndefined()
  expect(countPlayRequests()).toBe(before + 1)
})

test('what waits, or was there before, is shown in the moment of the turn; what is near its end is asked for again', async () => {
  const { app, environment } = openApp(await openServer())
  const page = createPlayerPage(app, { ...RAIN, episode_no: '1' })
  await waitForState(page.$play, 'playing')
  await page.prepareNext()
  for (const no of [2, 1, 2]) {
    void page.goTo(no)
    expect(page.$play.get()).toMatchObject({ state: 'playing', no })
  }
  await environment.advance(3_600_000)
  void page.goTo(1)
  expect(page.$play.get()).toMatchObject({ state: 'loading', no: 1 })
})

test('numbers outside the drama are ignored', async () => {
  const { app } = openApp(await openServer())
  const page = createPlayerPage(app, { ...RAIN, episode_no: '1' })
  await waitForState(page.$play, 'playing')
  await waitUntilSettled(page.episodes.$loadable)
  for (const no of [0, -1, 7]) await page.goTo(no)
  expect(page.$play.get()).toMatchObject({ state: 'playing', no: 1 })
})

test('behind the last episode there is none, also while the list of them does not come', async () => {
  const server = await openServer()
  const { app } = openApp(server, {
    fetch: (url, init) =>
      url.includes('/drama/episodes') ? Promise.reject(new TypeError('lost')) : server.fetch(url, init)
  })
  const page = createPlayerPage(app, { drama_id: 'd_moon', episode_no: '3' })
  await waitForState(page.$play, 'playing')
  expect((await waitUntilSettled(page.episodes.$loadable)).state).toBe('failed')
  await page.goTo(4)
  expect(page.$play.get()).toMatchObject({ state: 'playing', no: 3 })
})

test('of two quick turns the last one stays', async () => {
  const { app } = openApp(await openServer())
  const page = createPlayerPage(app, { drama_id: 'd_moon', episode_no: '1' })
  await waitForState(page.$play, 'playing')
  await Promise.all([page.goTo(2), page.goTo(3)])
  expect(page.$play.get()).toMatchObject({ state: 'playing', no: 3 })
})

test('a drama that does not exist is said to be unavailable, not to be a fault', async () => {
  const { app } = openApp(await openServer())
  const page = createPlayerPage(app, { drama_id: 'd_gone', episode_no: '1' })
  expect(await waitForState(page.$play, 'failed')).toMatchObject({ failure: 'unavailable' })
})

test('an address close to its end is renewed before it is used again', async () => {
  const server = await openServer()
  const { app, environment } = openApp(server)
  const page = createPlayerPage(app, { drama_id: 'd_moon', episode_no: '1' })
  const { playResponse } = await waitForState(page.$play, 'playing')
  await page.goTo(2)
  const idle = playResponse.expires_at - environment.clock.now() - 1000
  server.clock.advance(idle)
  await environment.advance(idle)
  await page.goTo(1)
  const renewed = await waitForState(page.$play, 'playing')
  expect(renewed.playResponse.expires_at).toBeGreaterThan(playResponse.expires_at)
})

test('an answer without an episode is told, and can be asked for again', async () => {
  const server = await openServer()
  let isBroken = true
  const { app, environment } = openApp(server, {
    fetch: (url, init) =>
      isBroken && url.includes('/drama/play')
        ? Promise.resolve(new Response('{"code":200,"msg":"ok","data":{}}'))
        : server.fetch(url, init)
  })
  await waitForState(app.session.$session, 'ready')
  const page = createPlayerPage(app, { drama_id: 'd_rain', episode_no: '2' })
  await waitForState(page.$play, 'failed')
  expect(environment.emitted).toContainEqual(
    expect.objectContaining({ name: 'drama-error', detail: expect.objectContaining({ path: '/drama/play' }) })
  )
  isBroken = false
  await page.retry()
  expect(page.$play.get().state).toBe('playing')
})

test('what was bought elsewhere opens a locked episode by one question; what plays, or was left, is let be', async () => {
  const server = await openServer()
  const { app, environment } = openApp(server)
  await waitForState(app.session.$session, 'ready')
  await giveCoins(server, (await app.api.get('/user/info', {})).user.id, 120)
  const page = createPlayerPage(app, { ...RAIN, episode_no: '3' })
  const { quote } = await waitForState(page.$play, 'locked')
  const states: string[] = []
  page.$play.listen(({ state, no }) => states.push(`${state} ${no}`))
  const countPlayRequests = () => environment.sent.filter(({ path }) => path === '/drama/play').length
  const before = countPlayRequests()
  await page.reopen()
  expect([countPlayRequests(), ...states]).toEqual([before + 1, 'locked 3'])
  const unlock = { episode_id: quote.episode_id, expect_price: 60 }
  await app.api.post('/drama/unlock', unlock, { headers: newKey() })
  await page.reopen()
  expect([countPlayRequests(), ...states]).toEqual([before + 2, 'locked 3', 'playing 3'])
  await page.reopen()
  expect(countPlayRequests()).toBe(before + 2)
  await page.goTo(4)
  const { quote: next } = await waitForState(page.$play, 'locked')
  await app.api.post('/drama/unlock', { ...unlock, episode_id: next.episode_id }, { headers: newKey() })
  await Promise.all([page.reopen(), page.goTo(5)])
  expect(page.$play.get()).toMatchObject({ state: 'locked', no: 5 })
})
