import type { Page } from 'playwright-core'

/** Call it before the page is opened. */
export const recordLayoutShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const counter = window as unknown as { shifts: number }
    counter.shifts = 0
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) counter.shifts += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

export const readLayoutShifts = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shifts: number }).shifts)
