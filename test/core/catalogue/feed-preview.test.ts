import { expect, test, vi } from 'vitest'
import type { FeedEntry } from '../../../contract/browse.js'
import { createFeedPreview } from '../../../src/core/catalogue/feed-preview.js'
import type { DramaFixture } from '../../server/support/package-fixture.js'
import { writeCatalogue } from '../../server/support/package-fixture.js'
import { openApp, openServer } from '../support/open-test-app.js'
import { shownToast } from '../support/shown-toast.js'

const REST_MS = 400
const many: DramaFixture[] = Array.from({ length: 12 }, (_, no) => ({
  slug: `all-${no}`,
  episodes: 2,
  free: 1,
  plays: 5000 - no
}))

async function openPreview({ clockOffset = 0 } = {}) {
  const server = await openServer()
  writeCatalogue(server.catalogueDir, many)
  await server.loader.scan()
  let isOffline = false
  let turn = Promise.resolve()
  const { app, environment } = openApp(server, {
    now: () => server.clock.now() + clockOffset,
    async fetch(url, init) {
      if (!url.endsWith('/drama/play')) return server.fetch(url, init)
      await turn
      return isOffline ? Promise.reject(new TypeError('offline')) : server.fetch(url, init)
    }
  })
  const { list } = await app.api.get('/index/feed', {})
  const preview = createFeedPreview(app)
  preview.setActive(true)
  const entry = (index: number) => list[index] as FeedEntry
  return {
    app,
    environment,
    preview,
    entry,
    list,
    clock: server.clock,
    playRequests: () =>
      environment.sent.filter(({ path }) => path === '/drama/play').map(({ body }) => body.episode_id),
    shown: () => preview.$playResponse.get()?.episode.id,
    async rest(index: number) {
      preview.select(entry(index))
      await environment.advance(REST_MS)
      await vi.waitFor(() => expect(preview.$playResponse.get()?.episode.id).toBe(entry(index).episode.id))
    },
    goOffline(next: boolean) {
      isOffline = next
    },
    holdResponses() {
      let go = () => {}
      turn = new Promise(resolve => {
        go = resolve
      })
      return go
    }
  }
}

test('what the viewer rests on plays after 400 ms, and ends at once when they go on', async () => {
  const { environment, preview, entry, playRequests, shown } = await openPreview()
  preview.select(entry(0))
  await environment.advance(REST_MS - 1)
  expect(playRequests()).toEqual([])
  await environment.advance(1)
  await vi.waitFor(() => expect(shown()).toBe('e_all-0_1'))
  expect(playRequests()).toEqual(['e_all-0_1'])
  expect(preview.$playResponse.get()?.sources[0]?.url).toContain('/m/')
  preview.select(entry(1))
  expect(shown()).toBeUndefined()
})

test('nothing is asked for on the way through ten slides, nor while the page moves', async () => {
  const { environment, preview, entry, playRequests, rest } = await openPreview()
  for (let index = 0; index < 10; index++) {
    preview.select(entry(index))
    await environment.advance(REST_MS - 1)
  }
  for (let move = 0; move < 3; move++) {
    preview.select(entry(9))
    await environment.advance(REST_MS - 1)
  }
  expect(playRequests()).toEqual([])
  await rest(9)
  expect(playRequests()).toEqual(['e_all-9_1'])
})

test('what moves goes on under the finger', async () => {
  const { preview, entry, playRequests, shown, rest } = await openPreview()
  await rest(0)
  preview.select(entry(0))
  expect(shown()).toBe('e_all-0_1')
  expect(playRequests()).toHaveLength(1)
})

test('unseen it ends at once; seen again it plays after a rest, from the address it had', async () => {
  const { environment, preview, playRequests, shown, rest } = await openPreview()
  await rest(0)
  const before = preview.$playResponse.get()
  preview.setActive(false)
  expect(shown()).toBeUndefined()
  await environment.advance(REST_MS)
  expect(shown()).toBeUndefined()
  preview.setActive(true)
  await environment.advance(REST_MS)
  await vi.waitFor(() => expect(preview.$playResponse.get()).toBe(before))
  expect(playRequests()).toHaveLength(1)
})

test('hidden before its time, nothing is asked for', async () => {
  const { environment, preview, entry, playRequests } = await openPreview()
  preview.select(entry(0))
  await environment.advance(REST_MS - 1)
  preview.setActive(false)
  await environment.advance(REST_MS)
  preview.setActive(true)
  preview.select(undefined)
  await environment.advance(REST_MS)
  expect(playRequests()).toEqual([])
})

test('an answer that comes when the viewer has gone on is not shown', async () => {
  const { environment, preview, entry, playRequests, shown, rest, holdResponses } = await openPreview()
  const release = holdResponses()
  preview.select(entry(0))
  await environment.advance(REST_MS)
  await vi.waitFor(() => expect(playRequests()).toHaveLength(1))
  preview.select(entry(1))
  const seen: (string | undefined)[] = []
  preview.$playResponse.listen(answer => void seen.push(answer?.episode.id))
  release()
  await rest(1)
  expect(seen).toEqual(['e_all-1_1'])
  expect(shown()).toBe('e_all-1_1')
})

test('an address that is about to end is asked for again, and so is one of many slides ago', async () => {
  const { environment, preview, playRequests, rest, clock } = await openPreview()
  await rest(0)
  await rest(1)
  await environment.advance(600_000)
  clock.advance(600_000)
  await rest(0)
  expect(playRequests()).toEqual(['e_all-0_1', 'e_all-1_1', 'e_all-0_1'])
  for (const index of [1, 2, 3, 4, 5]) await rest(index)
  const before = playRequests().length
  await rest(5)
  preview.select(undefined)
  await rest(1)
  expect(playRequests()).toHaveLength(before)
  await rest(0)
  expect(playRequests()).toHaveLength(before + 1)
})

test('a device clock one day ahead does not end an address early', async () => {
  const { preview, rest, playRequests } = await openPreview({ clockOffset: 86_400_000 })
  await rest(0)
  preview.select(undefined)
  await rest(0)
  expect(playRequests()).toHaveLength(1)
})

test('a first episode that is locked is never asked for', async () => {
  const { environment, preview, entry, playRequests } = await openPreview()
  const { episode } = entry(0)
  preview.select({ ...entry(0), episode: { ...episode, state: 'locked' } })
  await environment.advance(REST_MS)
  expect(playRequests()).toEqual([])
})

test('what cannot be had is nobody’s business: no toast, and the next rest tries again', async () => {
  const { app, environment, preview, entry, playRequests, shown, rest, goOffline } = await openPreview()
  goOffline(true)
  preview.select(entry(0))
  await environment.advance(REST_MS)
  await vi.waitFor(() => expect(playRequests()).toHaveLength(1))
  await vi.waitFor(() => expect(environment.emitted.map(({ name }) => name)).toContain('drama-error'))
  expect(app.toasts.$toast.get()).toBeUndefined()
  expect(shown()).toBeUndefined()
  goOffline(false)
  await rest(0)
  expect(await shownToast({ app, environment })).toBeUndefined()
})

test('a preview counts nothing: the drama is not begun, and stays in the feed', async () => {
  const { app, environment, list, rest } = await openPreview()
  await rest(0)
  await rest(1)
  expect((await app.api.get('/user/history', {})).list).toEqual([])
  const again = await app.api.get('/index/feed', {})
  expect(again.list.map(({ drama }) => drama.id)).toEqual(list.map(({ drama }) => drama.id))
  expect(environment.sent.map(({ path }) => path)).not.toContain('/drama/progress')
  expect(environment.emitted.map(({ name }) => name)).toEqual(['drama-visit'])
})
