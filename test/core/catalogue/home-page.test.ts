import { expect, test } from 'vitest'
import { createHomePage, shelfUrl } from '../../../src/core/catalogue/home-page.js'
import { createPlayerPage } from '../../../src/core/playback/player-page.js'
import { saveProgress } from '../../../src/core/playback/save-progress.js'
import { type DramaFixture, writeCatalogue } from '../../server/support/package-fixture.js'
import { openApp, openServer, waitForState, waitUntilSettled } from '../support/open-test-app.js'

const many: DramaFixture[] = Array.from({ length: 60 }, (_, no) => ({
  slug: `home-${no}`,
  episodes: 2,
  free: 2,
  plays: 5000 - no,
  tags: [`tag-${no % 10}`, `other-${no % 4}`]
}))

async function openBusyServer() {
  const server = await openServer()
  writeCatalogue(server.catalogueDir, many)
  await server.loader.scan()
  return server
}

const homeCalls = (sent: readonly { path: string }[]) => sent.filter(({ path }) => path === '/index/home').length

test('D-033 D-034 D-035 a new visitor has Home with the one round trip of the sign-in', async () => {
  const { app, environment } = openApp(await openServer())
  const { home } = createHomePage(app)
  const { value } = await waitForState(home.$loadable, 'ready')
  expect(value.list.map(({ id }) => id)).toEqual(expect.arrayContaining(['hot', 'new']))
  expect(environment.sent.map(({ path }) => path)).toEqual(['/index/visitor_login'])
})

test('D-033 shelves come page by page to their end, none twice, and the rest of Home stays', async () => {
  const { app } = openApp(await openBusyServer())
  const { home, shelves } = createHomePage(app)
  const first = (await waitForState(home.$loadable, 'ready')).value
  expect(first.has_more).toBe(true)
  for (let turn = 0; turn < 10; turn++) await shelves.loadMore()
  const { value } = await waitForState(home.$loadable, 'ready')
  const ids = value.list.map(({ id }) => id)
  expect(ids.slice(0, first.list.length)).toEqual(first.list.map(({ id }) => id))
  expect(ids.length).toBeGreaterThan(first.list.length)
  expect(new Set(ids).size).toBe(ids.length)
  expect(value.next_cursor).toBeNull()
  expect(value.banners).toEqual(first.banners)
  expect(new Set(value.list.flatMap(({ list }) => list.map(({ id }) => id))).size).toBeGreaterThanOrEqual(60)
})

test('D-033 two wishes for more at once are one call, and shelves that began anew drop what was on its way', async () => {
  const { app, environment } = openApp(await openBusyServer())
  const { home, shelves } = createHomePage(app)
  await waitUntilSettled(home.$loadable)
  const before = homeCalls(environment.sent)
  await Promise.all([shelves.loadMore(), shelves.loadMore()])
  expect(homeCalls(environment.sent)).toBe(before + 1)
  const more = shelves.loadMore()
  await home.refresh()
  await more
  const { value } = await waitForState(home.$loadable, 'ready')
  expect(value.list).toHaveLength(10)
  expect(shelves.$next.get()).toBe('idle')
})

test('D-037 a new place does not cost the shelves that are on their way', async () => {
  const { app } = openApp(await openBusyServer())
  const { home, shelves } = createHomePage(app)
  const { value: first } = await waitForState(home.$loadable, 'ready')
  const drama = first.list[0]?.list[0]
  if (!drama) throw new Error('no drama')
  const play = createPlayerPage(app, { drama_id: drama.id, episode_no: '1' })
  const { playResponse } = await waitForState(play.$play, 'playing')
  const more = shelves.loadMore()
  saveProgress(app, playResponse, 5, drama)
  await more
  const { value } = await waitForState(home.$loadable, 'ready')
  expect(value.list.length).toBeGreaterThan(first.list.length)
  expect(value.continue).toMatchObject([{ drama: { id: drama.id }, position_s: 5 }])
})

test('D-037 coming back shows what was watched elsewhere, and leaves the shelves alone', async () => {
  const server = await openBusyServer()
  const { app, environment } = openApp(server)
  const { home, shelves, refreshContinue } = createHomePage(app)
  await waitUntilSettled(home.$loadable)
  await shelves.loadMore()
  const before = (await waitForState(home.$loadable, 'ready')).value
  const elsewhere = openApp(server, { stored: environment.stored }).app
  const play = createPlayerPage(elsewhere, { drama_id: 'd_rain', episode_no: '2' })
  saveProgress(elsewhere, (await waitForState(play.$play, 'playing')).playResponse, 8, undefined)
  await elsewhere.progress.whenSaved()
  const calls = homeCalls(environment.sent)
  await refreshContinue()
  const { value } = await waitForState(home.$loadable, 'ready')
  expect(value.continue).toMatchObject([{ drama: { id: 'd_rain' }, episode_no: 2, position_s: 8 }])
  expect(value.list).toBe(before.list)
  expect(homeCalls(environment.sent)).toBe(calls)
})

test('D-033 without a network what is there stays, the end of it can be tried again, and so can all of Home', async () => {
  const server = await openBusyServer()
  let isOffline = false
  const { app } = openApp(server, {
    fetch: (url, init) => (isOffline ? Promise.reject(new TypeError('Failed to fetch')) : server.fetch(url, init))
  })
  const { home, shelves } = createHomePage(app)
  const { value } = await waitForState(home.$loadable, 'ready')
  isOffline = true
  await shelves.loadMore()
  expect(shelves.$next.get()).toBe('failed')
  await expect(home.refresh()).rejects.toThrow()
  expect(home.$loadable.get()).toMatchObject({ state: 'ready', value: { list: value.list } })
  await home.reload()
  expect(home.$loadable.get()).toEqual({ state: 'failed', failure: 'offline' })
  isOffline = false
  await home.reload()
  expect(home.$loadable.get()).toMatchObject({ state: 'ready' })
  expect(shelves.$next.get()).toBe('idle')
})

test('D-038 a shelf that is a list of its own leads to all of it', () => {
  expect(shelfUrl('revenge')).toBe('/pages/index/dramas?tag=revenge')
  expect(shelfUrl('new')).toBe('/pages/index/dramas?sort=new')
  expect(shelfUrl('a b&c')).toBe('/pages/index/dramas?tag=a%20b%26c')
  expect(shelfUrl('more-3')).toBeUndefined()
})

test('a place that is never saved does not keep Home waiting', async () => {
  const server = await openServer()
  const { app, environment } = openApp(server, {
    fetch: (url, init) => (url.includes('/drama/progress') ? new Promise(() => undefined) : server.fetch(url, init))
  })
  await waitForState(app.session.$session, 'ready')
  const answer = await app.api.post('/drama/play', { drama_id: 'd_rain', episode_no: 1 })
  saveProgress(app, answer, 5, undefined)
  const { home } = createHomePage(app)
  await expect.poll(() => environment.sent.some(({ path }) => path === '/drama/progress')).toBe(true)
  await environment.advance(1500)
  expect((await waitUntilSettled(home.$loadable)).state).toBe('ready')
})
