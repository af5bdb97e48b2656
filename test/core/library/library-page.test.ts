import { expect, test, vi } from 'vitest'
import type { App } from '../../../src/core/app.js'
import { type DatedEntry, type DatedList, mergeNewest } from '../../../src/core/library/dated-list.js'
import { getOrCreateFavorites } from '../../../src/core/library/favorites.js'
import { createLibraryPage, type LibraryPage } from '../../../src/core/library/library-page.js'
import { saveProgress } from '../../../src/core/playback/save-progress.js'
import { dramaIdOf, writeCatalogue } from '../../server/support/package-fixture.js'
import { openApp, openServer, waitForState, waitUntilSettled } from '../support/open-test-app.js'

const DAY = 86_400_000

async function openPage(extra = 0) {
  const server = await openServer()
  if (extra > 0) {
    const many = Array.from({ length: extra }, (_, index) => ({ slug: `drama-${index}`, episodes: 1, free: 1 }))
    writeCatalogue(server.catalogueDir, many)
    await server.loader.scan()
  }
  const line = { isCut: false }
  const opened = openApp(server, {
    fetch: (url, init) => (line.isCut ? Promise.reject(new TypeError('cut')) : server.fetch(url, init))
  })
  const { app } = opened
  await vi.waitFor(() => expect(app.i18n.$translation.get()).toBeDefined())
  await app.i18n.loadPageMessages()
  const open = async () => {
    const page = createLibraryPage(app)
    await waitUntilSettled(page.list().paged.list.$loadable)
    return page
  }
  const pass = async (time: number) => {
    server.clock.advance(time)
    await opened.environment.advance(time)
  }
  return { ...opened, server, line, open, pass }
}

/** Watches an episode without notifying this app's other pages. */
async function watch({ api }: App, dramaId: string, no = 1) {
  const { play_id, episode } = await api.post('/drama/play', { drama_id: dramaId, episode_no: no })
  await api.post('/drama/progress', { play_id, episode_id: episode.id, position_s: 7 })
}

const keep = ({ api }: App, dramaId: string, on: 0 | 1 = 1) => api.post('/user/favorite', { drama_id: dramaId, on })

const shown = (list: DatedList) =>
  list.$groups.get().map(({ title, entries }) => [title, ...entries.map(({ drama }) => drama.id)])

async function remove(app: App, page: LibraryPage, ids: readonly string[], answer: 'confirm' | 'cancel' = 'confirm') {
  page.edit(true)
  ids.forEach(page.select)
  const removal = page.removeSelected()
  const { content, confirmText } = app.modals.$modal.get() ?? {}
  app.modals.answer(answer)
  return { removal, content, confirmText }
}

const [rain, moon, gate] = ['rain', 'moon', 'gate'].map(dramaIdOf) as [string, string, string]

test('D-039 D-040 what was watched stands by its day, newest first, with the place where it stopped', async () => {
  const { app, open, pass } = await openPage()
  await watch(app, rain, 2)
  await pass(DAY)
  await watch(app, moon)
  await pass(1000)
  await watch(app, gate)
  const page = await open()
  expect(page.$tab.get()).toBe('history')
  expect(shown(page.list())).toEqual([
    ['today', gate, moon],
    ['yesterday', rain]
  ])
  const [, yesterday] = page.list().$groups.get()
  expect(yesterday?.entries[0]?.continueCard).toMatchObject({ episode_no: 2, position_s: 7, duration_s: 60 })
  await pass(DAY)
  page.setOnTop(true)
  expect(shown(page.list())[0]).toEqual(['yesterday', gate, moon])
})

test('D-040 the place of this visit is in the list before the server is asked', async () => {
  const { app, open } = await openPage()
  await watch(app, rain)
  await watch(app, moon)
  const page = await open()
  const drama = await app.api.get('/drama/detail', { drama_id: rain })
  const answer = await app.api.post('/drama/play', { drama_id: rain, episode_no: 2 })
  saveProgress(app, answer, 30, drama.drama)
  expect(shown(page.list())).toEqual([['today', rain, moon]])
  expect(page.list().$groups.get()[0]?.entries[0]?.continueCard).toMatchObject({ episode_no: 2, position_s: 30 })
  page.exit()
})

test('D-041 favourites: what is let go elsewhere is gone at once, what is newly kept is there on return', async () => {
  const { app, open, pass } = await openPage()
  await keep(app, rain)
  await pass(1000)
  await keep(app, moon)
  const page = await open()
  page.show('favorites')
  const list = page.list()
  await waitUntilSettled(list.paged.list.$loadable)
  expect(shown(list)).toEqual([['today', moon, rain]])
  const unfavorited = getOrCreateFavorites(app).set(rain, false)
  expect(shown(list)).toEqual([['today', moon]])
  await unfavorited
  await pass(1000)
  await getOrCreateFavorites(app).set(gate, true)
  page.setOnTop(true)
  await vi.waitFor(() => expect(shown(list)).toEqual([['today', gate, moon]]))
})

test('D-041 a favourite that the server does not let go is there again, and the viewer is told', async () => {
  const { app, environment, open, line } = await openPage()
  await keep(app, rain)
  const page = await open()
  page.show('favorites')
  await waitUntilSettled(page.list().paged.list.$loadable)
  line.isCut = true
  const { removal, content } = await remove(app, page, [rain])
  expect(content).toBe('Remover 1 série das favoritas?')
  await removal
  expect(shown(page.list())).toEqual([['today', rain]])
  await environment.advance(20)
  expect(app.toasts.$toast.get()?.title).toBe('A conexão está ruim. Verifique sua internet!')
})

test('D-040 removal asks first; then the dramas are off the screen at once, and off the server', async () => {
  const { app, open } = await openPage()
  for (const id of [rain, moon, gate]) await watch(app, id)
  const page = await open()
  const before = page.list().ids()
  const refused = await remove(app, page, [rain, gate], 'cancel')
  await refused.removal
  expect(page.list().ids()).toEqual(before)
  expect(page.$selected.get()?.size).toBe(2)
  const { removal, content, confirmText } = await remove(app, page, [rain, gate])
  expect([content, confirmText]).toEqual(['Remover 2 séries do histórico?', 'Remover'])
  await vi.waitFor(() => expect(page.list().ids()).toEqual([moon]))
  expect(page.$selected.get()).toBeUndefined()
  await removal
  expect((await app.api.get('/user/history', {})).list.map(({ drama }) => drama.id)).toEqual([moon])
  await page.refresh()
  expect(page.list().ids()).toEqual([moon])
})

test('D-040 what the server does not take out is there again, in its place, and the viewer is told', async () => {
  const { app, environment, open, line } = await openPage()
  for (const id of [rain, moon, gate]) await watch(app, id)
  const page = await open()
  const before = shown(page.list())
  line.isCut = true
  const { removal } = await remove(app, page, [moon])
  await removal
  expect(shown(page.list())).toEqual(before)
  await environment.advance(20)
  expect(app.toasts.$toast.get()?.title).toBe('A conexão está ruim. Verifique sua internet!')
})

test('an answer from before a removal does not bring back what was removed', async () => {
  const { app, open, server, environment } = await openPage()
  for (const id of [rain, moon]) await watch(app, id)
  const page = await open()
  await watch(app, gate)
  let release: () => void = () => undefined
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const { fetch } = environment
  environment.fetch = async (url, init) => {
    const answer = await server.fetch(url, init)
    if (url.includes('/user/history?')) await held
    return answer
  }
  page.setOnTop(true)
  const { removal } = await remove(app, page, [rain])
  await removal
  environment.fetch = fetch
  release()
  await vi.waitFor(() => expect(new Set(page.list().ids())).toEqual(new Set([gate, moon])))
})

test('everything or nothing can be chosen; the mode ends with another segment and with another page', async () => {
  const { app, open } = await openPage()
  for (const id of [rain, moon]) await watch(app, id)
  const page = await open()
  page.edit(true)
  page.selectAll()
  expect(page.$selected.get()).toEqual(new Set([moon, rain]))
  page.select(moon)
  expect([...(page.$selected.get() ?? [])]).toEqual([rain])
  page.selectAll()
  page.selectAll()
  expect(page.$selected.get()?.size).toBe(0)
  await page.removeSelected()
  expect(app.modals.$modal.get()).toBeUndefined()
  page.show('favorites')
  expect(page.$selected.get()).toBeUndefined()
  page.edit(true)
  page.setOnTop(false)
  expect(page.$selected.get()).toBeUndefined()
})

test('D-040 coming back keeps how far the list was loaded, and puts what is new on top', async () => {
  const { app, open, pass } = await openPage(42)
  for (let index = 0; index < 42; index++) {
    await pass(1000)
    await watch(app, `d_drama-${index}`)
  }
  const page = await open()
  const { paged } = page.list()
  await paged.loadMore()
  await paged.loadMore()
  expect(page.list().ids()).toHaveLength(42)
  const before = paged.list.$loadable.get()
  await page.list().refreshQuietly()
  expect(paged.list.$loadable.get()).toBe(before)
  await pass(1000)
  await watch(app, 'd_drama-3')
  await watch(app, rain)
  await page.list().refreshQuietly()
  const ids = page.list().ids()
  expect(new Set(ids.slice(0, 2))).toEqual(new Set([rain, 'd_drama-3']))
  expect(ids).toHaveLength(43)
  expect(new Set(ids).size).toBe(43)
})

test('D-041 many favourites are removed with all that is chosen', async () => {
  const { app, open } = await openPage(12)
  for (let index = 0; index < 12; index++) await keep(app, `d_drama-${index}`)
  const page = await open()
  page.show('favorites')
  await waitUntilSettled(page.list().paged.list.$loadable)
  const { removal } = await remove(app, page, page.list().ids())
  await vi.waitFor(() => expect(shown(page.list())).toEqual([]))
  await removal
  expect((await app.api.get('/user/favorites', {})).list).toEqual([])
})

test('without a connection the list says so, and comes when it is asked for again', async () => {
  const { open, line } = await openPage()
  line.isCut = true
  const page = await open()
  const loadable = await waitUntilSettled(page.list().paged.list.$loadable)
  expect(loadable).toEqual({ state: 'failed', failure: 'offline' })
  line.isCut = false
  page.list().paged.reload()
  expect((await waitForState(page.list().paged.list.$loadable, 'ready')).value.list).toEqual([])
})

const entry = (id: string, at: number) => ({ drama: { id }, at }) as DatedEntry
const answer = (next_cursor: string | null, ...list: DatedEntry[]) => ({
  list,
  next_cursor,
  has_more: next_cursor !== null
})

test('a fresh first page: what it cannot know of stays, what it must know of and lacks is gone', () => {
  const before = answer('old', entry('c', 3), entry('b', 2), entry('a', 1))
  const moved = mergeNewest(before, answer('new', entry('a', 5), entry('c', 3)))
  expect(moved).toEqual(answer('old', entry('a', 5), entry('c', 3), entry('b', 2)))
  expect(mergeNewest(before, answer('new', entry('d', 4), entry('b', 2)))).toEqual(
    answer('old', entry('d', 4), entry('b', 2), entry('a', 1))
  )
})

test('a fresh first page that is all there is, or has nothing in common with the list, takes its place', () => {
  const before = answer('old', entry('c', 3), entry('b', 2), entry('a', 1))
  for (const fresh of [
    answer(null, entry('c', 3), entry('b', 2)),
    answer(null),
    answer('new', entry('x', 9), entry('y', 8))
  ]) {
    expect(mergeNewest(before, fresh)).toBe(fresh)
  }
  expect(mergeNewest(before, answer('new', entry('c', 3), entry('b', 2)))).toBe(before)
})
