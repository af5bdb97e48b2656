import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Page, Response } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openFaultyProduct } from '../support/fault-proxy.js'
import { inApp } from '../support/journey.js'
import {
  ALL_SEGMENTS,
  isPaused,
  LATE_SEGMENTS,
  playAddress,
  position,
  prepareFaultyPlayer,
  readEpisodeLabel,
  seek,
  setHidden,
  shown
} from '../support/player-page.js'

const player = prepareFaultyPlayer()

interface Beat {
  seq: number
  from_s: number
  to_s: number
  played_s: number
}

/** Records each beat once. Call it before the page is opened. */
function recordBeats(page: Page): Map<string, Beat> {
  const beats = new Map<string, Beat>()
  page.on('request', request => {
    if (!request.url().endsWith('/drama/progress')) return
    const { play_id, beats: sentBeats = [] } = request.postDataJSON() as { play_id: string; beats?: Beat[] }
    for (const beat of sentBeats) beats.set(`${play_id} ${beat.seq}`, beat)
  })
  return beats
}

const sum = (seconds: number[]) => seconds.reduce((one, other) => one + other, 0)
const total = (beats: Map<string, Beat>) => sum([...beats.values()].map(({ played_s }) => played_s))

async function togglePlayback(page: Page, isPausing: boolean): Promise<void> {
  await page.keyboard.press('k')
  await expect.poll(() => isPaused(page)).toBe(isPausing)
}

async function watchOn(page: Page, beats: Map<string, Beat>, seconds: number) {
  const before = { total: total(beats), count: beats.size }
  const from = await position(page)
  const since = Date.now()
  if (await isPaused(page)) await togglePlayback(page, false)
  await expect.poll(() => position(page)).toBeGreaterThan(from + seconds)
  await togglePlayback(page, true)
  await expect.poll(() => beats.size).toBeGreaterThan(before.count)
  return {
    reported: total(beats) - before.total,
    moved: (await position(page)) - from,
    passed: (Date.now() - since) / 1000
  }
}

/** Seconds count once the player has taken over from the instant start. */
async function waitForPlayedSeconds(page: Page, seconds: number) {
  await inApp(page, '.player .episode-bar').waitFor()
  const from = await position(page)
  await expect.poll(() => position(page)).toBeGreaterThan(from + seconds)
}

test('only seconds count that play, are seen and wait for nothing, by the clock on the wall at any speed', async () => {
  let beats = new Map<string, Beat>()
  const page = await player.watch(1, async opened => {
    await opened.clock.install()
    beats = recordBeats(opened)
  })
  await waitForPlayedSeconds(page, 0.5)
  await togglePlayback(page, true)
  await expect.poll(() => beats.size).toBe(1)

  await page.clock.fastForward('01:00')
  const afterPause = await watchOn(page, beats, 1)
  expect(afterPause.reported).toBeGreaterThan(0.5)
  expect(afterPause.reported).toBeLessThan(afterPause.passed + 1)

  await togglePlayback(page, false)
  await setHidden(page, true)
  await expect.poll(() => isPaused(page)).toBe(true)
  await page.clock.fastForward('01:00')
  await setHidden(page, false)
  await expect.poll(() => isPaused(page)).toBe(false)
  const afterHiding = await watchOn(page, beats, 1)
  expect(afterHiding.reported).toBeLessThan(afterHiding.passed + 2)

  for (let step = 0; step < 3; step++) await page.keyboard.press('>')
  await expect.poll(() => shown(page).evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(2)
  const fast = await watchOn(page, beats, 5)
  expect(fast.reported).toBeLessThan(fast.moved * 0.75)
  expect(fast.reported).toBeGreaterThan(fast.moved * 0.25)
})

test('seconds that are waited for do not count', async () => {
  let beats = new Map<string, Beat>()
  const late = player.product.addFault(LATE_SEGMENTS, { kind: 'held' })
  const page = await player.watch(1, async opened => {
    await opened.clock.install()
    beats = recordBeats(opened)
  })
  await expect.poll(() => position(page)).toBeGreaterThan(0.5)
  await seek(page, 12)
  await inApp(page, '.player .spinner').waitFor()
  const before = total(beats)
  const since = Date.now()
  await page.clock.fastForward('00:14')
  late.end()
  await expect.poll(() => position(page)).toBeGreaterThan(12.5)
  await togglePlayback(page, true)
  await expect.poll(() => total(beats)).toBeGreaterThan(before)
  // The 14 seconds passed only on the page's clock.
  expect(total(beats) - before).toBeLessThan((Date.now() - since) / 1000 + 2)
})

interface Metric {
  name: string
  episode_no: number
  ms?: number
  ratio?: number
}

const recordMetrics = (page: Page) =>
  page.addInitScript(() => {
    const metrics: unknown[] = []
    Reflect.set(window, 'metrics', metrics)
    document.addEventListener('drama-metric', event => metrics.push((event as CustomEvent).detail))
  })
const readMetrics = (page: Page) => page.evaluate(() => Reflect.get(window, 'metrics') as Metric[])
const namesOf = (metrics: Metric[]) => metrics.map(({ name, episode_no }) => `${name} ${episode_no}`)

test('the host page hears how fast an episode began and how much of it was waited for, once a showing', async () => {
  const late = player.product.addFault(LATE_SEGMENTS, { kind: 'held' })
  const since = Date.now()
  const page = await player.watch(1, recordMetrics)
  await expect.poll(async () => namesOf(await readMetrics(page))).toEqual(['ttff 1'])
  await expect.poll(() => position(page)).toBeGreaterThan(0.5)
  await seek(page, 12)
  await inApp(page, '.player .spinner').waitFor()
  late.end()
  await expect.poll(() => position(page)).toBeGreaterThan(12.5)
  await page.keyboard.press('ArrowDown')
  const expectedNames = ['ttff 1', 'rebuffer_ratio 1', 'ttff 2']
  await expect.poll(async () => namesOf(await readMetrics(page))).toEqual(expectedNames)
  const [first, waited, second] = await readMetrics(page)
  for (const one of [first, second]) {
    expect(one?.ms).toBeGreaterThanOrEqual(0)
    expect(one?.ms).toBeLessThanOrEqual(Date.now() - since)
  }
  expect(waited?.ratio).toBeGreaterThan(0)
  expect(waited?.ratio).toBeLessThan(1)
})

test('the host page hears of an episode that is left before its first frame, once', async () => {
  const nothing = player.product.addFault(ALL_SEGMENTS, { kind: 'held' })
  player.product.addFault(/^\/m\/opening\//, { kind: 'status', status: 404 })
  const page = await player.watch(1, recordMetrics)
  await inApp(page, '.player .spinner').waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
  nothing.end()
  await expect.poll(async () => namesOf(await readMetrics(page))).toEqual(['exit_before_start 1', 'ttff 2'])
})

test('beats that cannot be sent wait for the connection, over a reload too, and are stored once each; so is the last', async () => {
  // PGlite allows one process: read the database after the server has stopped.
  const folder = mkdtempSync(path.join(tmpdir(), 'drama-beats-'))
  cpSync(process.env.PREPARED_DATA_DIR ?? '', folder, { recursive: true })
  const product = await openFaultyProduct({ DATA_DIR: folder })
  let end = () => {
    end = () => Promise.resolve()
    return product.stop()
  }
  onTestFinished(async () => {
    await end()
    rmSync(folder, { recursive: true, force: true })
  })
  let beats = new Map<string, Beat>()
  let saver: Promise<Response> | undefined
  const page = await player.journeys.open(new URL(playAddress(1), product.origin).href, {}, opened => {
    beats = recordBeats(opened)
    saver = opened.waitForResponse(/\/progress-saver-/)
  })
  const sent = () => page.waitForResponse(answer => answer.url().endsWith('/drama/progress') && answer.ok())
  await expect.poll(() => position(page)).toBeGreaterThan(2)
  await (await saver)?.finished()
  await page.context().setOffline(true)
  await togglePlayback(page, true)
  await expect.poll(() => page.evaluate(() => localStorage.drama_watched ?? '')).toContain('played_s')
  const [back] = await Promise.all([sent(), page.context().setOffline(false)])
  expect(back.request().postDataJSON().beats).toHaveLength(1)

  const lost = product.addFault(/^\/drama\/progress/, { kind: 'reset' })
  const paused = await position(page)
  await togglePlayback(page, false)
  await expect.poll(() => position(page)).toBeGreaterThan(paused + 1)
  await togglePlayback(page, true)
  await expect.poll(() => lost.hits()).toBeGreaterThan(0)
  lost.end()
  const [again] = await Promise.all([sent(), page.reload()])
  expect(again.request().postDataJSON().beats.length).toBeGreaterThan(0)

  await expect.poll(() => isPaused(page)).toBe(false)
  // Behind the jump to the saved position.
  await expect.poll(() => position(page)).toBeGreaterThan(3)
  const from = await position(page)
  await expect.poll(() => position(page)).toBeGreaterThan(from + 1)
  const answered = () => product.completedPaths.filter(address => address === '/drama/progress').length
  const before = answered()
  await page.goto('about:blank')
  await expect.poll(answered).toBeGreaterThan(before)
  await end()

  const database = await PGlite.create(path.join(folder, 'pg'))
  const sentBeats = [...beats].map(([key, { played_s }]) => ({ key, played_s }))
  const { rows } = await database.query<{ play: string; seq: number; played: number }>(
    `select play_id as play, seq, played_s::float8 as played from watch_beats
     where user_id = (select user_id from watch_beats where play_id = $1 limit 1) order by at, seq`,
    [sentBeats[0]?.key.split(' ')[0]]
  )
  await database.close()
  const first = rows.filter(({ play }) => play === rows[0]?.play)
  // Two beats were sent before the reload. The page that was left cannot report its last beat.
  expect(first.map(({ play, seq }) => `${play} ${seq}`)).toEqual(sentBeats.slice(0, 2).map(({ key }) => key))
  const last = rows.slice(first.length)
  expect(last.length).toBeGreaterThan(0)
  expect(last.map(({ seq }) => seq)).toEqual(last.map((_, place) => place))
  for (const played of [...first.map(row => row.played), sum(last.map(row => row.played))])
    expect(played).toBeGreaterThan(0.3)
  // The server never counts more seconds than the page has reported.
  first.forEach(({ played }, place) => void expect(played).toBeLessThan((sentBeats[place]?.played_s ?? 0) + 0.01))
})
