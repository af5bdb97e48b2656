// The ways in which an episode starts, each in the app and on a page with bare hls.js.
import type { Page } from 'playwright-core'
import { film } from '../support/episodes.js'
import type { RecordedFrame } from '../support/in-page-frames.js'
import type { Stage } from '../support/product.js'
import { openViewer, type Viewer } from './viewers.js'

/** An episode that costs coins. */
const PAID_NO = 5
const LINK_POSITION_S = 20
/** Where the app continues an episode that was left at LINK_POSITION_S. */
const RESUMED_POSITION_S = 18
const SEEK_POSITION_S = 45
/** Start of the segment at SEEK_POSITION_S, where the app's seek bar leads to. */
const SEEK_SEGMENT_S = 44
/** Time for which an episode plays before the viewer does something. */
const WATCHED_S = 2
/** Time for which Home stands before the viewer does something. */
const HOME_MS = 2000

export interface ScenarioSetup {
  /** Resolves with the time of the action, in ms since navigation start. 0 for a start with the page. */
  act(page: Page): Promise<number>
  /** Url of the page. */
  address: string
  token?: string
  /** Seconds of the episode at which the viewer expects it. */
  position?: number
  isSameStream?: boolean
  stop?(): Promise<void>
}

export interface Scenario {
  name: string
  widget(stage: Stage): Promise<ScenarioSetup>
  bare(stage: Stage): Promise<ScenarioSetup>
}

const openLink = (stage: Stage, no: number, rest = '') => `${stage.pages.home}/?drama=${film.dramaId}&ep=${no}${rest}`
const startWithPage = async () => 0

const openBare = async (stage: Stage, options: { stream: string; position?: number }) =>
  stage.openBarePage({ ...options, way: 'tuned' })

async function loadBare(page: Page, stream: string, position = 0): Promise<number> {
  return page.evaluate(
    ([address, start]) => {
      const from = performance.now()
      Reflect.get(window, Symbol.for('bare'))(address, start)
      void document.querySelector('video')?.play()
      return from
    },
    [stream, position] as const
  )
}

/** Unlocks and asks for the stream first, as every player must. */
function unlockBare(page: Page, unlock: { origin: string; token: string; price: object }): Promise<number> {
  return page.evaluate(async ({ origin, token, price }) => {
    const from = performance.now()
    const identity = { Authorization: token, 'Content-Type': 'application/json' }
    const headers = { ...identity, 'Idempotency-Key': crypto.randomUUID() }
    const unlocked = await fetch(`${origin}/drama/unlock`, { method: 'POST', headers, body: JSON.stringify(price) })
    const { episode_id } = (await unlocked.json()).data.unlock
    const body = JSON.stringify({ episode_id })
    const played = await fetch(`${origin}/drama/play`, { method: 'POST', headers: identity, body })
    Reflect.get(window, Symbol.for('bare'))((await played.json()).data.sources[0].url, 0)
    void document.querySelector('video')?.play()
    return from
  }, unlock)
}

/** Runs in its own task, like a real key press. */
const pressKey = (page: Page, key: string) =>
  page.locator('drama-app >> .player').evaluate(
    (player, pressed) =>
      new Promise<number>(resolve => {
        setTimeout(() => {
          resolve(performance.now())
          player.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, composed: true }))
        })
      }),
    key
  )

const click = (page: Page, selector: string) =>
  page.locator(`drama-app >> ${selector}`).evaluate((button: HTMLElement) => {
    const from = performance.now()
    button.click()
    return from
  })

/** `since`: time of the action that started the episode, in ms since navigation start. */
async function waitUntilWatched(page: Page, since = 0): Promise<void> {
  await page.waitForFunction(
    ([seconds, from]) => {
      const frames = (Reflect.get(window, Symbol.for('frames')) as RecordedFrame[]).filter(({ at }) => at > from)
      const last = frames.at(-1)
      const first = frames.find(({ stream }) => stream === last?.stream)
      return first && last && last.time - first.time > seconds
    },
    [WATCHED_S, since] as const,
    { polling: 100, timeout: 60_000 }
  )
}

async function waitForNext(page: Page): Promise<void> {
  const next = page.locator('drama-app >> .player [data-offset="1"] video')
  await next.waitFor({ state: 'attached', timeout: 60_000 })
  await page.waitForFunction(video => (video as HTMLVideoElement).readyState > 1, await next.elementHandle(), {
    polling: 100,
    timeout: 60_000
  })
}

const seekBare = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement, position) => {
    const from = performance.now()
    video.currentTime = position
    return from
  }, SEEK_POSITION_S)

/** Taps the seek bar. */
async function seekByTap(page: Page): Promise<number> {
  const video = page.locator('drama-app >> .player [data-offset="0"] video')
  const duration = await video.evaluate(({ duration: seconds }: HTMLVideoElement) => {
    addEventListener('pointerup', () => Reflect.set(window, 'tappedAt', performance.now()), { capture: true })
    return seconds
  })
  const box = await page.locator('drama-app >> .seek-bar').boundingBox()
  if (!box) throw new Error('no seek bar')
  await page.mouse.click(box.x + (box.width * SEEK_POSITION_S) / duration, box.y + box.height / 2)
  return page.evaluate(() => Reflect.get(window, 'tappedAt') as number)
}

async function withUnlocked(stage: Stage): Promise<Viewer> {
  const viewer = await openViewer(stage.origin)
  await viewer.buyCoins()
  await viewer.unlock(PAID_NO)
  return viewer
}

async function openFresh(stage: Stage, position = 0): Promise<ScenarioSetup> {
  const viewer = await openViewer(stage.origin)
  const page = await openBare(stage, { stream: await viewer.sign(film.number), position })
  return { ...page, position, act: startWithPage }
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'new visitor, free episode',
    widget: async stage => ({ address: openLink(stage, film.number), act: startWithPage }),
    bare: stage => openFresh(stage)
  },
  {
    name: 'returning viewer, unlocked episode',
    async widget(stage) {
      const { token } = await withUnlocked(stage)
      return { address: openLink(stage, PAID_NO), token, act: startWithPage }
    },
    async bare(stage) {
      const viewer = await withUnlocked(stage)
      return { ...(await openBare(stage, { stream: await viewer.sign(PAID_NO) })), act: startWithPage }
    }
  },
  {
    name: 'link with a time',
    widget: async stage => ({
      address: openLink(stage, film.number, `&t=${LINK_POSITION_S}`),
      position: LINK_POSITION_S,
      act: startWithPage
    }),
    bare: stage => openFresh(stage, LINK_POSITION_S)
  },
  {
    name: 'continue from Home',
    async widget(stage) {
      const viewer = await openViewer(stage.origin)
      await viewer.saveProgress(film.number, LINK_POSITION_S)
      const act = async (page: Page) => {
        const card = `[data-drama="${film.dramaId}"]:has(.card-progress)`
        await page.locator(`drama-app >> ${card}`).waitFor({ timeout: 60_000 })
        await page.waitForTimeout(HOME_MS)
        return click(page, card)
      }
      return { address: stage.pages.home, token: viewer.token, position: RESUMED_POSITION_S, act }
    },
    async bare(stage) {
      const stream = await (await openViewer(stage.origin)).sign(film.number)
      const act = async (page: Page) => {
        await page.waitForLoadState('load')
        await page.waitForTimeout(HOME_MS)
        return loadBare(page, stream, RESUMED_POSITION_S)
      }
      return { ...(await openBare(stage, { stream: '' })), position: RESUMED_POSITION_S, act }
    }
  },
  {
    name: 'swipe to the next episode',
    widget: async stage => ({
      address: openLink(stage, film.number),
      async act(page) {
        await waitUntilWatched(page)
        await waitForNext(page)
        return pressKey(page, 'ArrowDown')
      }
    }),
    async bare(stage) {
      const viewer = await openViewer(stage.origin)
      const next = await viewer.sign(film.number + 1)
      const page = await openBare(stage, { stream: await viewer.sign(film.number) })
      const act = async (opened: Page) => {
        await waitUntilWatched(opened)
        return loadBare(opened, next)
      }
      return { ...page, act }
    }
  },
  {
    name: 'swipe back',
    widget: async stage => ({
      address: openLink(stage, film.number),
      position: WATCHED_S,
      async act(page) {
        await waitUntilWatched(page)
        await waitForNext(page)
        await waitUntilWatched(page, await pressKey(page, 'ArrowDown'))
        return pressKey(page, 'ArrowUp')
      }
    }),
    async bare(stage) {
      const viewer = await openViewer(stage.origin)
      const [first, next] = [await viewer.sign(film.number), await viewer.sign(film.number + 1)]
      const act = async (page: Page) => {
        await waitUntilWatched(page)
        await waitUntilWatched(page, await loadBare(page, next))
        return loadBare(page, first, WATCHED_S)
      }
      return { ...(await openBare(stage, { stream: first })), position: WATCHED_S, act }
    }
  },
  {
    name: 'seek into what is not loaded',
    widget: async stage => ({
      address: openLink(stage, film.number),
      position: SEEK_SEGMENT_S,
      isSameStream: true,
      async act(page) {
        await waitUntilWatched(page)
        return seekByTap(page)
      }
    }),
    async bare(stage) {
      const act = async (page: Page) => {
        await waitUntilWatched(page)
        return seekBare(page)
      }
      return { ...(await openFresh(stage)), position: SEEK_POSITION_S, isSameStream: true, act }
    }
  },
  {
    name: 'unlock',
    async widget(stage) {
      const viewer = await openViewer(stage.origin)
      await viewer.buyCoins()
      const act = async (page: Page) => {
        const choice = '.locked-choice.primary'
        await page.locator(`drama-app >> ${choice}`).waitFor({ timeout: 60_000 })
        await page.waitForTimeout(HOME_MS)
        return click(page, choice)
      }
      return { address: openLink(stage, PAID_NO), token: viewer.token, act }
    },
    async bare(stage) {
      const viewer = await openViewer(stage.origin)
      await viewer.buyCoins()
      const price = await viewer.priceOf(PAID_NO)
      const act = async (page: Page) => {
        await page.waitForLoadState('load')
        await page.waitForTimeout(HOME_MS)
        return unlockBare(page, { origin: stage.origin, token: viewer.token, price })
      }
      return { ...(await openBare(stage, { stream: '' })), act }
    }
  }
]
