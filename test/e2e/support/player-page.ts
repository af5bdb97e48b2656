import type { Page } from 'playwright-core'
import { beforeEach } from 'vitest'
import { type FaultProxy, openFaultyProduct } from './fault-proxy.js'
import { inApp, type Journeys, prepareJourneys } from './journey.js'
import { readPlaybackRecord, recordPlayback } from './media-record.js'

export const playAddress = (no: number, dramaId = 'd_winter-bride') =>
  `/pages/index/play?drama_id=${dramaId}&episode_no=${no}`
export const shown = (page: Page) => inApp(page, '.player [data-offset="0"] video')

/** In seconds of the episode. */
export const position = (page: Page) => shown(page).evaluate((video: HTMLVideoElement) => video.currentTime)
export const seek = (page: Page, to: number) =>
  shown(page).evaluate((video: HTMLVideoElement, time) => {
    video.currentTime = time
  }, to)
export const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(hidden => {
    Object.defineProperty(document, 'visibilityState', { value: hidden ? 'hidden' : 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
export const isPaused = (page: Page) => shown(page).evaluate((video: HTMLVideoElement) => video.paused)
/** `EP 2`, as the player's bar shows it. */
export const readEpisodeLabel = (page: Page) => inApp(page, '.player-no').textContent()
/** Stops the page's clock one second from now. */
export const stopClock = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
export const spinner = (page: Page) => inApp(page, '.player .spinner')
export const failure = (page: Page) => inApp(page, '.player .failure')
/** Kinds of `drama-error` events, oldest first. Call `recordPlayback` before the page is opened. */
export const readErrors = async (page: Page) => (await readPlaybackRecord(page)).errors

export interface FaultyPlayer {
  readonly product: FaultProxy
  readonly journeys: Journeys
  watch(no?: number, before?: (page: Page) => unknown): Promise<Page>
}

/** Call it once at the top of a test file. */
export function prepareFaultyPlayer(
  open: () => Promise<FaultProxy> = openFaultyProduct,
  dramaId?: string
): FaultyPlayer {
  let product: FaultProxy
  const journeys = prepareJourneys(async () => {
    product = await open()
    return product
  })
  beforeEach(() => product.clearFaults())
  return {
    get product() {
      return product
    },
    journeys,
    watch: (no = 1, before = () => undefined) =>
      journeys.open(playAddress(no, dramaId), {}, async page => {
        await recordPlayback(page)
        await before(page)
      })
  }
}

/** Segments that only hls.js requests, segments of the fast start, and all segments with the instant start. */
export const LATE_SEGMENTS = /\/m\/.*\/[4-9]\.m4s/
export const EARLY_SEGMENTS = /\/m\/.*\/[01]\.m4s/
export const ALL_SEGMENTS = /\/m\/(opening\/|.*\.m4s)/
