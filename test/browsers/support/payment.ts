import { expect } from 'vitest'
import type { BrowserPage, Point } from '../engines/engine.js'
import { inApp } from './element.js'

/** Clicks a button of the sandbox payment, whose frame has the site's own origin. */
export async function decidePayment(page: BrowserPage, decision: 'approve' | 'decline'): Promise<void> {
  const frame = inApp(page, '.payment iframe:not([data-loading])')
  await frame.waitForPlace()
  let place: Point | undefined
  const locate = async () => {
    const places = await frame.read(element => {
      const outer = element.getBoundingClientRect()
      const buttons = (element as HTMLIFrameElement).contentDocument?.querySelectorAll('button') ?? []
      return [...buttons].map(button => {
        const { left, top, width, height } = button.getBoundingClientRect()
        return { value: button.value, x: outer.left + left + width / 2, y: outer.top + top + height / 2 }
      })
    })
    place = places?.find(({ value }) => value === decision)
    return place
  }
  await expect.poll(locate).toBeTruthy()
  if (place) await page.click(place)
}
