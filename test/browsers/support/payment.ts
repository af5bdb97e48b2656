import { expect } from 'vitest'
import type { BrowserPage, Point } from '../engines/engine.js'
import { type ElementQuery, inApp } from './element.js'

type Decision = 'approve' | 'decline' | 'leave'

/** Clicks a button of the sandbox payment, which is in a frame of the server's origin. */
export async function decidePayment(page: BrowserPage, decision: Decision, query?: ElementQuery): Promise<void> {
  const frame = inApp(page, '.payment iframe:not([data-loading])', query)
  let place: Point | undefined
  const locate = async () => {
    await frame.waitForPlace()
    const corner = await frame.read(element => {
      const { left, top } = element.getBoundingClientRect()
      return { left, top }
    })
    const box = await page.evaluateInFrame(frame.expression, `(${readButtonBox})('${decision}')`)
    if (!corner || !box) return undefined
    const { x, y } = box as Point
    place = { x: corner.left + x, y: corner.top + y }
    return place
  }
  await expect.poll(locate).toBeTruthy()
  if (place) await page.click(place)
}

/** Runs in the frame. */
function readButtonBox(value: string): Point | undefined {
  const box = document.querySelector(`button[value=${value}]`)?.getBoundingClientRect()
  return box && { x: box.left + box.width / 2, y: box.top + box.height / 2 }
}
