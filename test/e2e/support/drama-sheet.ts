import type { Locator, Page } from 'playwright-core'
import { inApp } from './journey.js'

export const dramaSheet = (page: Page) => inApp(page, '.sheet-veil')

const OPEN_TIMEOUT_MS = 15_000
const ATTEMPT_TIMEOUT_MS = 1000

/** Repeats `act` until the sheet is open, because its listener loads after the covers. */
export async function openSheetBy(page: Page, act: (options: { timeout: number }) => Promise<void>): Promise<void> {
  const end = Date.now() + OPEN_TIMEOUT_MS
  while ((await dramaSheet(page).count()) === 0) {
    if (Date.now() > end) throw new Error('the drama sheet did not open')
    await act({ timeout: ATTEMPT_TIMEOUT_MS }).catch(() => undefined)
    await dramaSheet(page)
      .waitFor({ timeout: ATTEMPT_TIMEOUT_MS / 4 })
      .catch(() => undefined)
  }
}

export const openSheetByMouse = (page: Page, cover: Locator) =>
  openSheetBy(page, options => cover.click({ button: 'right', ...options }))
