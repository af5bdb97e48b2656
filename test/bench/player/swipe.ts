// Time from a swipe to the first frame of the next episode, whose first segment is preloaded.
import type { Page } from 'playwright-core'
import { unhampered } from '../support/networks.js'
import { withPage } from '../support/page-load.js'
import type { Stage } from '../support/product.js'

/** In ms from the key press (widget) or `play()` (bare). `tasks`: long tasks of more than 50 ms. */
export interface Swipe {
  widget: number
  bare: number
  tasks: number[]
}

const OBSERVED_AFTER_MS = 1000

export async function measureSwipes(
  stage: Stage,
  { watcher, rounds }: { watcher: string; rounds: number }
): Promise<Swipe[]> {
  const swipes: Swipe[] = []
  const load = <Result>(address: string, swipe: (page: Page) => Promise<Result>) =>
    withPage({ watcher, network: unhampered }, async page => {
      await page.goto(address)
      return swipe(page)
    })
  for (let round = 0; round < rounds; round++) {
    const widget = await load(stage.pages.play, swipeWidget)
    const page = await stage.openBarePage({ isWaiting: true })
    swipes.push({ ...widget, bare: await load(page.address, startWaiting).finally(page.stop) })
  }
  return swipes
}

async function swipeWidget(page: Page): Promise<{ widget: number; tasks: number[] }> {
  const next = page.locator('drama-app >> .player [data-offset="1"] video')
  await next.waitFor({ state: 'attached' })
  const handle = await next.elementHandle()
  await page.waitForFunction(video => (video as HTMLVideoElement).readyState > 1, handle, { polling: 100 })
  return next.evaluate(
    (video: HTMLVideoElement, after) =>
      new Promise<{ widget: number; tasks: number[] }>(resolve => {
        const tasks: number[] = []
        const observer = new PerformanceObserver(list =>
          tasks.push(...list.getEntries().map(({ duration }) => duration))
        )
        observer.observe({ type: 'longtask' })
        // In its own task, like a real key press.
        setTimeout(() => {
          const from = performance.now()
          video.requestVideoFrameCallback(now =>
            setTimeout(() => resolve({ widget: now - from, tasks: tasks.map(Math.round) }), after)
          )
          video
            .closest('.player')
            ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, composed: true }))
        })
      }),
    OBSERVED_AFTER_MS
  )
}

async function startWaiting(page: Page): Promise<number> {
  const video = page.locator('video')
  const handle = await video.elementHandle()
  await page.waitForFunction(waiting => (waiting as HTMLVideoElement).readyState > 1, handle, { polling: 100 })
  return video.evaluate(
    (waiting: HTMLVideoElement) =>
      new Promise<number>(resolve => {
        const from = performance.now()
        waiting.requestVideoFrameCallback(now => resolve(now - from))
        void waiting.play()
      })
  )
}
