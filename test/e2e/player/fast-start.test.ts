import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { prepareJourneys } from '../support/journey.js'
import {
  findRepeated,
  holdRequests,
  type MediaRecord,
  type RequestGate,
  readPlaybackRecord,
  recordMedia,
  recordPlayback
} from '../support/media-record.js'
import { playAddress, position, readEpisodeLabel, seek, shown } from '../support/player-page.js'

const journeys = prepareJourneys()

const ENGINE = '**/chunks/hls-engine-*.js'
const EPISODE_SECONDS = 20

const bufferedEnd = (page: Page) =>
  shown(page).evaluate(({ buffered }: HTMLVideoElement) => (buffered.length ? buffered.end(buffered.length - 1) : 0))
const picture = (page: Page) =>
  shown(page).evaluate((video: HTMLVideoElement) => ({
    isPlaying: !video.paused && !video.seeking && video.readyState > 2,
    height: video.videoHeight,
    ranges: video.buffered.length
  }))
const ofFirst = (media: MediaRecord) => Object.values(media)[0] ?? []

interface Visit {
  no?: number
  before?(page: Page): unknown
}

async function watch({ no = 1, before }: Visit = {}): Promise<{ page: Page; media: MediaRecord }> {
  let media: MediaRecord = {}
  const page = await journeys.open(playAddress(no), {}, async opened => {
    media = recordMedia(opened)
    await recordPlayback(opened)
    await before?.(opened)
  })
  return { page, media }
}

/** hls.js has taken over if another quality is requested, because the fast start loads only 360p. */
const isTakenOver = (media: MediaRecord) => ofFirst(media).some(file => !file.startsWith('360p'))

test('an episode plays while hls.js is still on its way, and hls.js goes on with the same stream: nothing twice, no stop, no gap', async () => {
  let engine: RequestGate | undefined
  const playlists: string[] = []
  const { page, media } = await watch({
    before: async opened => {
      opened.on('request', request => request.url().endsWith('.m3u8') && playlists.push(request.url()))
      engine = await holdRequests(opened, ENGINE)
    }
  })
  await expect.poll(() => position(page)).toBeGreaterThan(2.5)
  expect(isTakenOver(media)).toBe(false)
  engine?.open()
  await expect.poll(() => isTakenOver(media)).toBe(true)
  await expect.poll(() => bufferedEnd(page)).toBeGreaterThan(EPISODE_SECONDS - 0.5)
  await expect.poll(() => picture(page)).toEqual({ isPlaying: true, height: 960, ranges: 1 })
  expect(findRepeated(ofFirst(media))).toEqual([])
  const numbers = ofFirst(media).flatMap(file => /\d+$/.exec(file) ?? [])
  // Segment 0 came with the instant start.
  expect(numbers.map(Number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  const { events, streams, buffers, ranges, errors } = await readPlaybackRecord(page)
  const firstPlaying = events.findIndex(event => event.startsWith('playing'))
  expect(events.slice(firstPlaying + 1)).toEqual([])
  expect({ ranges, errors, playlists }).toEqual({ ranges: 1, errors: [], playlists: [] })
  // One stream for this episode and one for the prepared next episode.
  expect(streams).toBeLessThanOrEqual(2)
  expect(buffers).toBeLessThanOrEqual(2)
})

test('a seek before hls.js has arrived shows its place at once, and hls.js goes on from there', async () => {
  let engine: RequestGate | undefined
  const { page, media } = await watch({
    before: async opened => {
      engine = await holdRequests(opened, ENGINE)
    }
  })
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  await seek(page, 11)
  await expect.poll(() => position(page)).toBeGreaterThan(11.3)
  expect(ofFirst(media)).toContain('360p/5')
  expect(ofFirst(media)).not.toContain('360p/4')
  await seek(page, 0.5)
  await expect.poll(() => picture(page)).toMatchObject({ isPlaying: true })
  await seek(page, 11.5)
  engine?.open()
  await expect.poll(() => isTakenOver(media)).toBe(true)
  await expect.poll(() => bufferedEnd(page)).toBeGreaterThan(EPISODE_SECONDS - 0.5)
  await expect.poll(() => position(page)).toBeGreaterThan(13)
  expect(findRepeated(ofFirst(media))).toEqual([])
  expect((await readPlaybackRecord(page)).errors).toEqual([])
})

test('a seek while hls.js takes over is not lost', async () => {
  let engine: RequestGate | undefined
  let first: RequestGate | undefined
  const { page, media } = await watch({
    before: async opened => {
      engine = await holdRequests(opened, ENGINE)
      first = await holdRequests(opened, /\/(540p|720p)\/\d+\.m4s$/)
    }
  })
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  engine?.open()
  // The first segment of hls.js is requested and held: neither the fast start nor hls.js controls the stream now.
  await first?.reached
  await seek(page, 14)
  first?.open()
  await expect.poll(() => position(page)).toBeGreaterThan(14.5)
  await seek(page, 1)
  await expect.poll(async () => (await position(page)) < 10 && (await picture(page)).isPlaying).toBe(true)
  // hls.js drops an init segment that arrives after a seek aborted its segment.
  expect(findRepeated(ofFirst(media)).filter(file => !file.endsWith('/init'))).toEqual([])
  expect((await readPlaybackRecord(page)).errors).toEqual([])
})

test('after hls.js has taken over the viewer seeks as ever, and it plays to the end', async () => {
  const { page, media } = await watch()
  await expect.poll(() => isTakenOver(media)).toBe(true)
  await seek(page, 12)
  await expect.poll(() => position(page)).toBeGreaterThan(12.3)
  await seek(page, 0)
  await expect.poll(async () => (await position(page)) < 5 && (await picture(page)).isPlaying).toBe(true)
  await seek(page, EPISODE_SECONDS - 1)
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
  expect(findRepeated(ofFirst(media))).toEqual([])
})

test('who stopped in the middle begins there, and no earlier segment is requested', async () => {
  const { page } = await watch()
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  const saved = page.waitForResponse(async answer => {
    const body = answer.request().postData() ?? ''
    return answer.url().endsWith('/drama/progress') && JSON.parse(body).position_s > 10
  })
  await seek(page, 13)
  await expect.poll(() => picture(page)).toMatchObject({ isPlaying: true })
  await page.keyboard.press('ArrowDown')
  await saved
  const secondPage = await page.context().newPage()
  const media = recordMedia(secondPage)
  await secondPage.goto(new URL(playAddress(1), journeys.origin).href)
  await expect.poll(() => position(secondPage)).toBeGreaterThan(11.2)
  // Segment 5 came with the instant start.
  expect(ofFirst(media).find(file => /\d$/.test(file))).toMatch(/\/[67]$/)
  await expect.poll(() => bufferedEnd(secondPage)).toBeGreaterThan(EPISODE_SECONDS - 0.5)
  expect(ofFirst(media).filter(file => /\/[0-4]$/.test(file))).toEqual([])
  expect(findRepeated(ofFirst(media))).toEqual([])
})

test('the next episode waits with one segment and without hls.js; shown, it plays at once and hls.js takes over', async () => {
  const { page, media } = await watch()
  await expect.poll(() => Object.keys(media).length).toBe(2)
  const next = () => Object.values(media)[1] ?? []
  await expect.poll(() => position(page)).toBeGreaterThan(3)
  expect(next()).toEqual(['360p/init', '360p/0'])
  const before = await readPlaybackRecord(page)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
  await expect.poll(() => position(page)).toBeGreaterThan(0.5)
  await expect.poll(() => next().some(file => !file.startsWith('360p'))).toBe(true)
  await expect.poll(() => position(page)).toBeGreaterThan(4.5)
  expect(findRepeated(next())).toEqual([])
  const { events, errors } = await readPlaybackRecord(page)
  expect(events.slice(before.events.length).filter(event => !/^playing/.test(event))).toEqual([])
  expect(errors).toEqual([])
})

test('an episode that was left loads nothing more, and goes on when the viewer is back', async () => {
  // As slow as the film needs, so that there is always something to load.
  const page = await journeys.open(playAddress(1), {}, async opened => {
    await recordPlayback(opened)
    await opened.route('**/*.m4s', async route => {
      await new Promise(resolve => setTimeout(resolve, 300))
      await route.continue().catch(() => undefined)
    })
  })
  const requests: { asset: string; file: string }[] = []
  page.on('request', request => {
    const [, asset, file] = /\/m\/[^/]+\/([^/]+)\/([^/]+\/\d+)\.m4s$/.exec(request.url()) ?? []
    if (asset && file) requests.push({ asset, file })
  })
  await expect.poll(() => requests.some(({ file }) => !file.startsWith('360p'))).toBe(true)
  await expect.poll(() => position(page)).toBeGreaterThan(1)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
  const left = requests[0]?.asset
  const ofNext = () => requests.filter(({ asset }) => asset !== left)
  await expect.poll(() => ofNext().length).toBeGreaterThan(3)
  const [first] = ofNext()
  const since = first ? requests.indexOf(first) : 0
  expect(requests.slice(since).filter(({ asset }) => asset === left)).toEqual([])
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 1')
  await expect.poll(() => bufferedEnd(page)).toBeGreaterThan(EPISODE_SECONDS - 0.5)
  expect((await readPlaybackRecord(page)).errors).toEqual([])
})
