import type { BrowserPage, Point } from '../engines/engine.js'

const STEPS = 8

/** Moves a finger, which stays down. */
export async function dragTo(page: BrowserPage, from: Point, to: Point): Promise<void> {
  await page.touchStart(from)
  for (let step = 1; step <= STEPS; step++) {
    await page.touchMove({ x: from.x + ((to.x - from.x) * step) / STEPS, y: from.y + ((to.y - from.y) * step) / STEPS })
  }
}

export async function swipe(page: BrowserPage, from: Point, to: Point): Promise<void> {
  await dragTo(page, from, to)
  await page.touchEnd()
}
