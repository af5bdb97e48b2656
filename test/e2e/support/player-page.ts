// A player of the sample's first drama: what a viewer does with it, and sees of it.
import type { Page } from 'playwright-core'
import { beforeEach } from 'vitest'
import { type FaultProxy, openFaultyProduct } from './fault-proxy.js'
import { inApp, type Journeys, prepareJourneys } from './journey.js'
import { readLife, recordLife } from './media-record.js'

export const playAddress = (no: number) => `/pages/index/play?drama_id=d_winter-bride&episode_no=${no}`
/** The element on screen. */
export const shown = (page: Page) => inApp(page, '.player [data-offset="0"] video')

/** Seconds from the episode's start. */
export const position = (page: Page) => shown(page).evaluate((video: HTMLVideoElement) => video.currentTime)
export const seek = (page: Page, to: number) =>
  shown(page).evaluate((video: HTMLVideoElement, time) => {
    video.currentTime = time
  }, to)
/** As if the tab went into the background, or came back. */
export const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(hidden => {
    Object.defineProperty(document, 'visibilityState', { value: hidden ? 'hidden' : 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
/** What stands over the picture when the player has given up. */
export const failure = (page: Page) => inApp(page, '.player .failure')
/** What the host page was told of, oldest first; only of pages that `recordLife` has seen begin. */
export const errors = async (page: Page) => (await readLife(page)).errors

export interface FaultyPlayer {
  /** Whole at the beginning of every test. */
  readonly product: FaultProxy
  readonly journeys: Journeys
  /** A new viewer's player; its life is recorded. */
  watch(no?: number, before?: (page: Page) => unknown): Promise<Page>
}

/** To be called once at the top of a file; `env` is the server's. */
export function prepareFaultyPlayer(env: Record<string, string> = {}): FaultyPlayer {
  let product: FaultProxy
  const journeys = prepareJourneys(async () => {
    product = await openFaultyProduct(env)
    return product
  })
  beforeEach(() => product.heal())
  return {
    get product() {
      return product
    },
    journeys,
    watch: (no = 1, before = () => undefined) =>
      journeys.open(playAddress(no), {}, async page => {
        await recordLife(page)
        await before(page)
      })
  }
}

/** Segments that only hls.js fetches, those of the opening act, and all of them, start hints included. */
export const LATE = /\/m\/.*\/[4-9]\.m4s/
export const EARLY = /\/m\/.*\/[01]\.m4s/
export const ANY = /\/m\/(opening\/|.*\.m4s)/
