import { expect, test, vi } from 'vitest'
import { createDiscoverPage } from '../../../src/core/catalogue/discover-page.js'
import { getOrCreateFavorites } from '../../../src/core/library/favorites.js'
import { createPlayerPage } from '../../../src/core/playback/player-page.js'
import { saveProgress } from '../../../src/core/playback/save-progress.js'
import { type DramaFixture, writeCatalogue } from '../../server/support/package-fixture.js'
import { openApp, openServer, waitForState, waitUntilSettled } from '../support/open-test-app.js'

const many: DramaFixture[] = Array.from({ length: 50 }, (_, no) => ({
  slug: `all-${no}`,
  episodes: 1,
  free: 1,
  plays: 5000 - no,
  tags: no % 10 === 0 ? ['tenth'] : ['usual'],
  isFinished: no % 2 === 0
}))

async function openBusyApp(query: Record<string, string> = {}) {
  const server = await openServer()
  writeCatalogue(server.catalogueDir, many)
  await server.loader.scan()
  const { app, environment } = openApp(server)
  return { server, app, environment, page: createDiscoverPage(app, query) }
}

const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id)

test('D-031 D-038 the tag of the address is the filter, and the one chosen afterwards replaces it', async () => {
  const { page } = await openBusyApp({ tag: 'tenth' })
  expect(page.$filter.get()).toEqual({ tagId: 'tenth', sort: 'hot' })
  const tenth = await waitForState(page.$dramas.get().list.$loadable, 'ready')
  expect(idsOf(tenth.value.list)).toEqual([0, 10, 20, 30, 40].map(no => `d_all-${no}`))
  const { value } = await waitForState(page.tags.$loadable, 'ready')
  expect(value.list).toContainEqual({ id: 'tenth', name: expect.any(String), count: 5 })
  page.filterBy({ tagId: undefined })
  const all = await waitForState(page.$dramas.get().list.$loadable, 'ready')
  expect(all.value.list.length).toBeGreaterThan(5)
})

test('D-038 it opens on the feed, but a tag or an order of the address leads to the list', async () => {
  const { app } = await openBusyApp()
  const tabOf = (query: Record<string, string>) => createDiscoverPage(app, query).$tab.get()
  expect([tabOf({}), tabOf({ tag: 'tenth' }), tabOf({ sort: 'new' }), tabOf({ tag: '' })]).toEqual([
    'feed',
    'all',
    'all',
    'feed'
  ])
})

test('D-031 what the address says wrongly is ignored', async () => {
  const { page } = await openBusyApp({ tag: '', sort: 'sideways', colour: 'red' })
  expect(page.$filter.get()).toEqual({ tagId: undefined, sort: 'hot' })
  expect((await openBusyApp({ sort: 'new' })).page.$filter.get().sort).toBe('new')
})

test('D-038 the order can be chosen: finished dramas only are finished ones', async () => {
  const { page } = await openBusyApp()
  page.filterBy({ sort: 'finish' })
  const { value } = await waitForState(page.$dramas.get().list.$loadable, 'ready')
  expect(value.list.length).toBeGreaterThan(0)
  expect(value.list.every(drama => drama.is_finished)).toBe(true)
})

test('D-038 of two filters chosen quickly the last one is on screen', async () => {
  const { page } = await openBusyApp()
  page.filterBy({ tagId: 'usual' })
  page.filterBy({ tagId: 'tenth' })
  const { value } = await waitForState(page.$dramas.get().list.$loadable, 'ready')
  expect(value.list).toHaveLength(5)
})

test('D-038 the feed asks for more before its end, is endless to the last drama, and repeats none', async () => {
  const { page, environment } = await openBusyApp()
  const countRequests = () => environment.sent.filter(({ path }) => path === '/index/feed').length
  expect(countRequests()).toBe(0)
  const feed = page.feed()
  const { value: first } = await waitForState(feed.paged.list.$loadable, 'ready')
  expect(first.list[0]).toMatchObject({ drama: { id: 'd_all-0', synopsis: expect.any(String) }, episode: { no: 1 } })
  feed.select(0)
  expect(countRequests()).toBe(1)
  for (let at = 0; at < 60; at++) {
    feed.select(at)
    await vi.waitFor(() => expect(feed.paged.$next.get()).toBe('idle'))
  }
  const { value } = await waitForState(feed.paged.list.$loadable, 'ready')
  const ids = value.list.map(({ drama }) => drama.id)
  expect(ids).toHaveLength(many.length + 3)
  expect(new Set(ids).size).toBe(ids.length)
})

test('D-038 the feed knows what is kept already, however long ago, without asking for it', async () => {
  const { server, app, environment } = await openBusyApp()
  await getOrCreateFavorites(app).set('d_all-30', true)
  const later = openApp(server, { stored: environment.stored })
  const { paged } = createDiscoverPage(later.app, {}).feed()
  await waitUntilSettled(paged.list.$loadable)
  await paged.loadMore()
  const { value } = await waitForState(paged.list.$loadable, 'ready')
  const keptDramas = value.list.filter(({ is_favorite }) => is_favorite)
  expect(keptDramas.map(({ drama }) => drama.id)).toEqual(['d_all-30'])
  expect(later.environment.sent.map(({ path }) => path)).not.toContain('/user/favorites')
})

test('D-038 rankings have their places from 1 to 50, and each is asked for once', async () => {
  const { page, environment } = await openBusyApp()
  const countRequests = () => environment.sent.filter(({ path }) => path === '/index/rank').length
  const { value } = await waitForState(page.ranked('hot').$loadable, 'ready')
  expect(value.list.map(({ rank }) => rank)).toEqual(Array.from({ length: 50 }, (_, place) => place + 1))
  expect(value.list[0]?.id).toBe('d_all-0')
  page.rankBy('fav')
  expect(page.$ranking.get()).toBe('fav')
  await waitUntilSettled(page.ranked('fav').$loadable)
  page.rankBy('hot')
  expect(page.ranked('hot').$loadable.get().state).toBe('ready')
  expect(countRequests()).toBe(2)
})

test('D-038 refreshing asks for the part on screen and for no other', async () => {
  const { page, environment } = await openBusyApp()
  await waitUntilSettled(page.$dramas.get().list.$loadable)
  await waitUntilSettled(page.tags.$loadable)
  await waitUntilSettled(page.feed().paged.list.$loadable)
  const since = (from: number) => environment.sent.slice(from).map(({ path }) => path)
  let from = environment.sent.length
  page.show('feed')
  await page.refresh()
  expect(since(from)).toEqual(['/index/feed'])
  from = environment.sent.length
  page.show('rank')
  await page.refresh()
  expect(new Set(since(from))).toEqual(new Set(['/index/rank']))
  from = environment.sent.length
  page.show('all')
  await page.refresh()
  expect(new Set(since(from))).toEqual(new Set(['/index/discover', '/index/tags']))
})

test('D-038 in another language every part that was looked at is asked for again', async () => {
  const { app, page } = await openBusyApp()
  await waitUntilSettled(page.ranked('hot').$loadable)
  await waitUntilSettled(page.feed().paged.list.$loadable)
  await app.chooseLanguage('zh-Hans')
  page.reload()
  await vi.waitFor(() => {
    const [ranked, feed, dramas, tags] = [
      page.ranked('hot').$loadable.get(),
      page.feed().paged.list.$loadable.get(),
      page.$dramas.get().list.$loadable.get(),
      page.tags.$loadable.get()
    ]
    const title = expect.stringMatching(/zh-cn$/)
    expect(ranked).toMatchObject({ value: { list: expect.arrayContaining([expect.objectContaining({ title })]) } })
    expect(feed).toMatchObject({ value: { list: [{ drama: { title } }, ...Array(19).fill(expect.anything())] } })
    expect(dramas).toMatchObject({ value: { list: expect.arrayContaining([expect.objectContaining({ title })]) } })
    expect(tags).toMatchObject({ value: { list: expect.arrayContaining([expect.objectContaining({ name: title })]) } })
  })
})

test('D-038 a part that fails says so alone, and without tags the dramas are there', async () => {
  const server = await openServer()
  let broken = ['/index/tags', '/index/rank']
  const { app } = openApp(server, {
    fetch: (url, init) =>
      broken.some(path => url.includes(path))
        ? Promise.reject(new TypeError('Failed to fetch'))
        : server.fetch(url, init)
  })
  const page = createDiscoverPage(app, {})
  expect(await waitUntilSettled(page.ranked('hot').$loadable)).toEqual({ state: 'failed', failure: 'offline' })
  expect(await waitUntilSettled(page.$dramas.get().list.$loadable)).toMatchObject({ state: 'ready' })
  expect(await waitUntilSettled(page.tags.$loadable)).toMatchObject({ state: 'failed' })
  broken = []
  await page.refresh()
  await waitForState(page.tags.$loadable, 'ready')
  await page.ranked('hot').reload()
  expect(page.ranked('hot').$loadable.get()).toMatchObject({ state: 'ready' })
})

test('D-038 a drama that was begun is met in the feed no more', async () => {
  const { app, page } = await openBusyApp()
  const feed = page.feed()
  await waitUntilSettled(feed.paged.list.$loadable)
  const play = createPlayerPage(app, { drama_id: 'd_all-0', episode_no: '1' })
  saveProgress(app, (await waitForState(play.$play, 'playing')).playResponse, 5, undefined)
  await app.progress.whenSaved()
  page.show('feed')
  await page.refresh()
  const { value } = await waitForState(feed.paged.list.$loadable, 'ready')
  expect(value.list.map(({ drama }) => drama.id)).not.toContain('d_all-0')
})
