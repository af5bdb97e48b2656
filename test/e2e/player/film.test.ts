// The player with a film of real bit rates, whose segments have ten times the bytes of the sample's.
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { FILM_DRAMA } from '../../film/film.js'
import { type LongFilm, makeLongFilm } from '../../film/long-film.js'
import { openFaultyProduct } from '../support/fault-proxy.js'
import { inApp, readToken } from '../support/journey.js'
import { findRepeated, readPlaybackRecord, recordMedia } from '../support/media-record.js'
import { playAddress, position, prepareFaultyPlayer, readErrors, seek, shown } from '../support/player-page.js'

const FIRST_SEGMENT = /\/m\/(opening\/|.*\/0\.m4s)/
/** Of the time from 6 s on. */
const MIDDLE_SEGMENT = /\/m\/.*\/3\.m4s/
/** Of the time from 10 s on. */
const LATE_SEGMENT = /\/m\/.*\/5\.m4s/
const SECONDS = 14

let film: LongFilm | undefined
afterAll(() => film?.remove())
const player = prepareFaultyPlayer(async () => {
  film = await makeLongFilm({ episodes: 2, seconds: SECONDS })
  return openFaultyProduct({ CATALOGUE_DIRS: film.folder })
}, FILM_DRAMA.id)

/** Of the video that shows most, because an instant start and the player have their own. */
const countFrames = (page: Page) =>
  inApp(page, 'video').evaluateAll((videos: HTMLVideoElement[]) =>
    Math.max(0, ...videos.map(video => video.getVideoPlaybackQuality().totalVideoFrames))
  )
/** Resolves to the time in the film, in seconds, of the first frame that is shown from `time` on. */
const waitForFrameAfter = (page: Page, time: number) =>
  shown(page).evaluate(
    (video: HTMLVideoElement, from) =>
      new Promise<number>(resolve => {
        const next = () =>
          video.requestVideoFrameCallback((_, { mediaTime }) => (mediaTime >= from ? resolve(mediaTime) : next()))
        next()
      }),
    time
  )
const end = (page: Page) =>
  shown(page).evaluate(({ buffered }: HTMLVideoElement) => (buffered.length ? buffered.end(buffered.length - 1) : 0))

test('a new visitor sees the first frame after 30 % of the first segment', async () => {
  player.product.addFault(FIRST_SEGMENT, { kind: 'stuck', share: 0.3 })
  const page = await player.watch()
  await expect.poll(() => countFrames(page)).toBeGreaterThan(0)
  expect(player.product.completedPaths.filter(path => FIRST_SEGMENT.test(path))).toEqual([])
})

test('a viewer who has been here before sees it after 30 %, too', async () => {
  const page = await player.journeys.open('/')
  await expect.poll(() => readToken(page)).toBeTruthy()
  player.product.addFault(FIRST_SEGMENT, { kind: 'stuck', share: 0.3 })
  await page.goto(new URL(playAddress(1, FILM_DRAMA.id), player.product.origin).href)
  await shown(page).waitFor()
  await expect.poll(() => countFrames(page)).toBeGreaterThan(0)
  expect(player.product.completedPaths.filter(path => FIRST_SEGMENT.test(path))).toEqual([])
})

/** Otherwise hls.js may have requested the late segment before the seek. */
const holdMiddle = () => player.product.addFault(MIDDLE_SEGMENT, { kind: 'held' })

test('after a seek the picture comes before the segment has arrived', async () => {
  holdMiddle()
  player.product.addFault(LATE_SEGMENT, { kind: 'stuck', share: 0.6 })
  const page = await player.watch()
  await expect.poll(() => end(page)).toBeGreaterThan(3)
  await seek(page, 10.1)
  await expect.poll(() => position(page)).toBeGreaterThan(10.4)
  const { events } = await readPlaybackRecord(page)
  expect(events.filter(event => event.startsWith('emptied'))).toEqual([])
  expect(player.product.completedPaths.filter(path => LATE_SEGMENT.test(path))).toEqual([])
})

async function tapSeekBar(page: Page, seconds: number): Promise<void> {
  const duration = await shown(page).evaluate((video: HTMLVideoElement) => video.duration)
  const box = await inApp(page, '.seek-bar').boundingBox()
  if (!box) throw new Error('no seek bar')
  await page.mouse.click(box.x + (box.width * seconds) / duration, box.y + box.height / 2)
}

test('a tap on the seek bar shows a picture with the first chunk of a segment that has not loaded', async () => {
  holdMiddle()
  player.product.addFault(LATE_SEGMENT, { kind: 'stuck', share: 0.4 })
  const page = await player.watch()
  await inApp(page, '.seek-bar').waitFor()
  await expect.poll(() => end(page)).toBeGreaterThan(3)
  const frame = waitForFrameAfter(page, 10)
  await tapSeekBar(page, 11.5)
  expect(await frame).toBeLessThan(11)
  expect(player.product.completedPaths.filter(path => LATE_SEGMENT.test(path))).toEqual([])
})

test('a tap ahead of the picture does not lead back to the start of its segment', async () => {
  player.product.addFault(/\/m\/.*\/1\.m4s/, { kind: 'stuck', share: 0.6 })
  const page = await player.watch()
  await inApp(page, '.seek-bar').waitFor()
  await expect.poll(() => position(page)).toBeGreaterThan(2.5)
  await tapSeekBar(page, 3.8)
  await expect.poll(() => position(page)).toBeGreaterThan(3.7)
})

test('a seek in the last chunk of a segment goes on with the same stream', async () => {
  const activeFault = player.product.addFault(/\/m\/.*\/1\.m4s/, { kind: 'stuck', share: 0.9 })
  // Without hls.js, so that fast start requests the segment.
  const page = await player.watch(1, opened => opened.route('**/chunks/hls-engine-*', route => route.abort()))
  await expect.poll(() => activeFault.hits()).toBeGreaterThan(0)
  await expect.poll(() => end(page)).toBeGreaterThan(3.5)
  await seek(page, 6.1)
  await expect.poll(() => position(page)).toBeGreaterThan(6.5)
  const { events, errors } = await readPlaybackRecord(page)
  expect([events.filter(event => event.startsWith('emptied')), errors]).toEqual([[], []])
})

// `npm run bench:startup` measures stalls, because a loaded machine causes them, too.
test('hls.js goes on with the same stream: nothing twice, no gap, in a better quality', async () => {
  let media: ReturnType<typeof recordMedia> = {}
  const page = await player.watch(1, opened => {
    media = recordMedia(opened)
  })
  await expect.poll(() => end(page)).toBeGreaterThan(SECONDS - 0.5)
  await expect.poll(() => position(page)).toBeGreaterThan(6)
  const [first = []] = Object.values(media)
  expect(findRepeated(first)).toEqual([])
  const { events, errors } = await readPlaybackRecord(page)
  expect([events.filter(event => /^(emptied|seeked)/.test(event)), errors]).toEqual([[], []])
  await expect
    .poll(() => shown(page).evaluate((video: HTMLVideoElement) => [video.buffered.length, video.videoHeight > 640]))
    .toEqual([1, true])
})

test('segments that are missing twice, or stop half-way, are played all the same', async () => {
  player.product.addFault(/\/m\/.*\/[2-4]\.m4s/, { kind: 'status', status: 404 }, 2)
  player.product.addFault(/\/m\/.*\/5\.m4s/, { kind: 'torn' }, 1)
  const page = await player.watch()
  await expect.poll(() => position(page), { timeout: 40_000 }).toBeGreaterThan(SECONDS - 2)
  expect(await readErrors(page)).toEqual([])
})
