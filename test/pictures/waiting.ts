import type { Page } from 'playwright-core'

export const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

const SETTLE_TIMEOUT_MS = 4000

/** Waits until images are loaded and animations have ended. Some screens never rest, so it gives up without an error. */
export async function settle(page: Page, countPending: () => number): Promise<void> {
  const end = Date.now() + SETTLE_TIMEOUT_MS
  while (Date.now() < end) {
    const isAtRest = await page.evaluate(async () => {
      await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      const images = document.querySelector('drama-app')?.shadowRoot?.querySelectorAll('img') ?? []
      const isLoading = [...images].some(image => {
        const { top, bottom, width } = image.getBoundingClientRect()
        return width > 0 && bottom > 0 && top < innerHeight && !image.complete
      })
      const root = document.querySelector('drama-app')?.shadowRoot
      const isMoving = [...document.getAnimations(), ...(root?.getAnimations() ?? [])].some(animation => {
        const isEndless = animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
        return animation.playState === 'running' && !isEndless
      })
      return !isLoading && !isMoving
    })
    if (isAtRest && countPending() === 0) return
    await pause(50)
  }
}
