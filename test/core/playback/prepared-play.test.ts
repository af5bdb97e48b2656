import { expect, test } from 'vitest'
import type { ContinueCard } from '../../../contract/drama.js'
import type { StartHead } from '../../../src/core/playback/instant-start-play.js'
import { createPlayerPage } from '../../../src/core/playback/player-page.js'
import { preparePlay } from '../../../src/core/playback/prepared-play.js'
import { openApp, openServer, waitForState } from '../support/open-test-app.js'

const stop = { drama: { id: 'd_rain' }, episode_no: 2 } as ContinueCard
const MAX_AGE_MS = 300_000

async function prepare(failures = 0) {
  const server = await openServer()
  let left = failures
  let ended = 0
  const { app, environment } = openApp(server, {
    async fetch(url, init) {
      if (new URL(url).pathname !== '/drama/play') return server.fetch(url, init)
      try {
        if (left-- > 0) throw new TypeError('cut')
        return await server.fetch(url, init)
      } finally {
        ended++
      }
    }
  })
  await expect.poll(() => app.session.$session.get().state).toBe('ready')
  const countRequests = () => environment.sent.filter(({ path }) => path === '/drama/play').length
  const open = (no: number) => createPlayerPage(app, { drama_id: 'd_rain', episode_no: `${no}` })
  const play = async (no: number) => (await waitForState(open(no).$play, 'playing')).playResponse
  preparePlay(app, stop)
  // The app's clock must not advance before the answer is there.
  await expect.poll(() => ended).toBe(1)
  return { app, environment, countRequests, open, play }
}

test('a prepared answer is requested once, played once, and then asked for anew', async () => {
  const { app, environment, countRequests, play } = await prepare()
  preparePlay(app, stop)
  expect(countRequests()).toBe(1)
  await environment.advance(60_000)
  const { episode, expires_at } = await play(2)
  expect([episode.no, countRequests()]).toEqual([2, 1])
  const later = await play(2)
  expect([countRequests(), later.expires_at - expires_at]).toEqual([2, 60_000])
})

test('what was prepared for another episode, is too old, or failed is not played', async () => {
  const other = await prepare()
  expect((await other.play(1)).episode.no).toBe(1)
  expect(other.countRequests()).toBe(2)
  const old = await prepare()
  await old.environment.advance(MAX_AGE_MS)
  await old.play(2)
  expect(old.countRequests()).toBe(2)
  const failed = await prepare(1)
  await failed.play(2)
  expect(failed.countRequests()).toBe(2)
})

test('another viewer does not play what was prepared', async () => {
  const { environment, countRequests, open } = await prepare()
  environment.storage.set('firstui_m_token', 'another')
  open(2)
  await expect.poll(countRequests).toBeGreaterThan(1)
})

test('the answer that came with the first picture is played; a lock is shown, and one that never comes is asked for', async () => {
  const server = await openServer()
  const { app, environment } = openApp(server)
  await expect.poll(() => app.session.$session.get().state).toBe('ready')
  const countRequests = () => environment.sent.filter(({ path }) => path === '/drama/play').length
  const open = (head: Promise<StartHead>) =>
    createPlayerPage(
      app,
      { drama_id: 'd_rain', episode_no: '2' },
      { readHead: () => head, requestUnlocked: async () => undefined }
    ).$play
  const play = await app.api.post('/drama/play', { drama_id: 'd_rain', episode_no: 2 })
  const playing = await waitForState(open(Promise.resolve({ play, start_s: 0, segment: 0, init_bytes: 1 })), 'playing')
  expect([playing.playResponse.play_id, countRequests()]).toEqual([play.play_id, 1])

  const price = { episode_no: 2, price: 60, first_locked_no: 2, coins: 0, bonus: 0 }
  const quote = { drama_id: 'd_rain', episode_id: 'e_rain_2', ...price }
  const refused = { code: 4201 as const, msg: 'Insufficient balance', data: quote }
  const locked = await waitForState(open(Promise.resolve({ refused })), 'locked')
  expect([locked.quote, countRequests()]).toEqual([quote, 1])

  const silent = open(new Promise(() => undefined))
  const waitOn = async () => {
    await environment.advance(500)
    return silent.get().state
  }
  await expect.poll(waitOn).toBe('playing')
  await waitForState(open(Promise.reject(new Error('torn'))), 'playing')
  expect(countRequests()).toBe(3)
})
