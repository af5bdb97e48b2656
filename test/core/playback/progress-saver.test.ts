import { expect, test, vi } from 'vitest'
import type { PlayResponse } from '../../../contract/episode.js'
import { createPlayerPage } from '../../../src/core/playback/player-page.js'
import { recordWatched, saveProgress } from '../../../src/core/playback/save-progress.js'
import { UNSAVED_PROGRESS_KEY } from '../../../src/core/playback/unsaved-progress.js'
import { createWatchMeter, type WatchedSpan } from '../../../src/core/playback/watch-meter.js'
import { serveFilm } from '../../server/support/film.js'
import type { TestServer } from '../../server/support/open-test-server.js'
import { openApp, openServer, type TestApp, waitForState } from '../support/open-test-app.js'
import { createTestEnvironment } from '../support/test-environment.js'

function openMeter() {
  const environment = createTestEnvironment({ fetch: async () => Response.json({}) })
  const spans: WatchedSpan[] = []
  let position = 0
  const meter = createWatchMeter(
    environment.clock,
    watched => spans.push(watched),
    () => position
  )
  return {
    meter,
    spans,
    async pass(seconds: number, rate = 1) {
      position += seconds * rate
      await environment.advance(seconds * 1000)
    },
    at: () => position
  }
}

test('watching is told every fifteen seconds, and what is left when it ends', async () => {
  const { meter, spans, pass, at } = openMeter()
  meter.setCounting(true, 0)
  await pass(15)
  await pass(15)
  await pass(4)
  meter.setCounting(false, at())
  meter.flush(at())
  expect(spans.map(({ from_s, to_s, played_s }) => [from_s, to_s, played_s])).toEqual([
    [0, 15, 15],
    [15, 30, 15],
    [30, 34, 4]
  ])
})

test('waiting and pauses count for nothing, and twice the speed is not twice the time', async () => {
  const { meter, spans, pass, at } = openMeter()
  meter.setCounting(true, 0)
  await pass(4, 2)
  meter.setCounting(false, at())
  await pass(100, 0)
  meter.setCounting(true, at())
  await pass(3, 2)
  meter.setCounting(false, at())
  meter.flush(at())
  meter.flush(at())
  expect(spans).toEqual([{ from_s: 0, to_s: 14, played_s: 7 }])
})

test('a machine that slept while it played has watched no more than a heartbeat', async () => {
  const { meter, spans, pass, at } = openMeter()
  meter.setCounting(true, 0)
  await pass(7200)
  meter.setCounting(false, at())
  meter.flush(at())
  expect(spans.reduce((sum, { played_s }) => sum + played_s, 0)).toBeLessThanOrEqual(16)
})

/** A server whose responses to /drama/progress can be lost, before or after it has processed them. */
function openLossy(server: TestServer) {
  const line = { state: 'whole' as 'whole' | 'deaf' | 'mute' }
  const fetch = async (url: string, init: RequestInit) => {
    const isOurs = url.includes('/drama/progress')
    if (isOurs && line.state === 'deaf') throw new TypeError('no connection')
    const answer = await server.fetch(url, init)
    if (isOurs && line.state === 'mute') throw new TypeError('the answer was lost')
    return answer
  }
  return { line, fetch }
}

async function begin(server: TestServer, { app }: TestApp): Promise<PlayResponse> {
  const page = createPlayerPage(app, { drama_id: 'd_moon', episode_no: '1' })
  const { playResponse } = await waitForState(page.$play, 'playing')
  const users = await server.db.selectFrom('users').select('id').execute()
  for (const { id } of users) await serveFilm(server, id, playResponse.episode.id)
  return playResponse
}

const piece = (from: number, played_s = 15): WatchedSpan => ({ from_s: from, to_s: from + played_s, played_s })

async function rowsOf(server: TestServer) {
  const rows = await server.db.selectFrom('watch_beats').select(['seq', 'played_s']).orderBy('seq').execute()
  return rows.map(({ seq, played_s }) => [seq, played_s])
}

async function pass(server: TestServer, { environment }: TestApp, seconds: number) {
  server.clock.advance(seconds * 1000)
  await environment.advance(seconds * 1000)
}

test('beats that could not be sent are sent later, in order, each once; so is the place', async () => {
  const server = await openServer()
  const { line, fetch } = openLossy(server)
  const viewer = openApp(server, { fetch })
  const answer = await begin(server, viewer)
  line.state = 'deaf'
  for (let no = 0; no < 3; no++) {
    await pass(server, viewer, 15)
    recordWatched(viewer.app, answer, piece(no * 15))
    saveProgress(viewer.app, answer, no * 15 + 15, undefined)
    await viewer.app.progress.whenSaved()
  }
  expect(await rowsOf(server)).toEqual([])
  line.state = 'whole'
  viewer.environment.connect()
  await vi.waitFor(async () => expect(await rowsOf(server)).toEqual([0, 1, 2].map(seq => [seq, 15])))
  await vi.waitFor(() => expect(viewer.environment.stored.has(UNSAVED_PROGRESS_KEY)).toBe(false))
  const { list } = await viewer.app.api.get('/user/history', {})
  expect(list[0]?.position_s).toBe(45)
})

test('an answer that was lost loses nothing and counts nothing twice', async () => {
  const server = await openServer()
  const { line, fetch } = openLossy(server)
  const viewer = openApp(server, { fetch })
  const answer = await begin(server, viewer)
  line.state = 'mute'
  await pass(server, viewer, 30)
  recordWatched(viewer.app, answer, piece(0))
  await viewer.app.progress.whenSaved()
  expect(await rowsOf(server)).toEqual([[0, 15]])
  line.state = 'whole'
  recordWatched(viewer.app, answer, piece(15))
  await viewer.app.progress.whenSaved()
  expect(await rowsOf(server)).toEqual([
    [0, 15],
    [1, 15]
  ])
  expect(viewer.environment.stored.has(UNSAVED_PROGRESS_KEY)).toBe(false)
})

test('what was not sent survives a reload, and is sent by the next visit by itself', async () => {
  const server = await openServer()
  const { line, fetch } = openLossy(server)
  const viewer = openApp(server, { fetch })
  const answer = await begin(server, viewer)
  line.state = 'deaf'
  await pass(server, viewer, 20)
  recordWatched(viewer.app, answer, piece(0, 12))
  await viewer.app.progress.whenSaved()
  viewer.app.destroy()
  const next = openApp(server, { stored: viewer.environment.stored })
  await vi.waitFor(async () => expect(await rowsOf(server)).toEqual([[0, 12]]))
  await vi.waitFor(() => expect(next.environment.stored.has(UNSAVED_PROGRESS_KEY)).toBe(false))
})

test('position and watch time of one moment are sent in one request, shortly after it', async () => {
  const server = await openServer()
  const viewer = openApp(server)
  const answer = await begin(server, viewer)
  const sent = () => viewer.environment.sent.filter(({ path }) => path === '/drama/progress')
  await pass(server, viewer, 20)
  saveProgress(viewer.app, answer, 9, undefined)
  recordWatched(viewer.app, answer, piece(0, 9))
  await vi.waitFor(() => expect(viewer.environment.stored.has(UNSAVED_PROGRESS_KEY)).toBe(true))
  expect(sent()).toEqual([])
  await viewer.environment.advance(100)
  await vi.waitFor(async () => expect(await rowsOf(server)).toEqual([[0, 9]]))
  expect(sent().map(({ body }) => body.position_s)).toEqual([9])
})

test('what waits to be sent is sent once when the document goes', async () => {
  const server = await openServer()
  const viewer = openApp(server)
  const answer = await begin(server, viewer)
  await pass(server, viewer, 20)
  recordWatched(viewer.app, answer, piece(0, 9))
  await vi.waitFor(() => expect(viewer.environment.stored.has(UNSAVED_PROGRESS_KEY)).toBe(true))
  viewer.environment.hideDocument()
  await vi.waitFor(async () => expect(await rowsOf(server)).toEqual([[0, 9]]))
  await viewer.environment.advance(100)
  const sent = viewer.environment.sent.filter(({ path }) => path === '/drama/progress')
  expect(sent.map(({ init }) => init.keepalive)).toEqual([true])
})

test('two hundred beats are kept, the newest', async () => {
  const server = await openServer()
  const { line, fetch } = openLossy(server)
  const viewer = openApp(server, { fetch })
  const answer = await begin(server, viewer)
  line.state = 'deaf'
  for (let no = 0; no < 205; no++) recordWatched(viewer.app, answer, piece(no * 15))
  await viewer.app.progress.whenSaved()
  const [entry] = JSON.parse(viewer.environment.stored.get(UNSAVED_PROGRESS_KEY) ?? '[]')
  expect([entry.beats.length, entry.beats[0].seq]).toEqual([200, 5])
  server.clock.advance(205 * 15_000)
  line.state = 'whole'
  viewer.environment.connect()
  await vi.waitFor(async () => expect(await rowsOf(server)).toHaveLength(200))
})

test('what the server will never take is not sent for ever, nor is what another visitor left', async () => {
  const server = await openServer()
  const first = openApp(server)
  const answer = await begin(server, first)
  recordWatched(first.app, { ...answer, play_id: 'p_forged' }, piece(0))
  await first.app.progress.whenSaved()
  expect(first.environment.stored.has(UNSAVED_PROGRESS_KEY)).toBe(false)
  const foreign = {
    play_id: answer.play_id,
    episode_id: answer.episode.id,
    position_s: 3,
    at: 0,
    beats: [],
    owner: 'x'
  }
  const stored = new Map([[UNSAVED_PROGRESS_KEY, JSON.stringify([foreign, 7, null, { play_id: 1 }])]])
  const other = openApp(server, { stored })
  await vi.waitFor(() => expect(other.environment.stored.has(UNSAVED_PROGRESS_KEY)).toBe(false))
  expect(other.environment.sent.filter(({ path }) => path === '/drama/progress')).toEqual([])
})

test('when the document goes, what is left is sent so that it outlives it', async () => {
  const server = await openServer()
  const viewer = openApp(server)
  const answer = await begin(server, viewer)
  await pass(server, viewer, 20)
  saveProgress(viewer.app, answer, 1, undefined)
  await viewer.app.progress.whenSaved()
  viewer.environment.hideDocument()
  recordWatched(viewer.app, answer, piece(0, 9))
  await viewer.app.progress.whenSaved()
  const last = viewer.environment.sent.filter(({ path }) => path === '/drama/progress').at(-1)
  expect(last?.init.keepalive).toBe(true)
  expect(await rowsOf(server)).toEqual([[0, 9]])
})
