import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { inApp } from './journey.js'

export const dramaSheet = (page: Page) => inApp(page, '.sheet-veil')

/** Repeats `act` until the sheet is open, because its listener loads after the covers. */
export function openSheetBy(page: Page, act: (options: { timeout: number }) => Promise<void>): Promise<void> {
  return expect
    .poll(async () => {
      if ((await dramaSheet(page).count()) === 0) await act({ timeout: 1000 }).catch(() => undefined)
      return dramaSheet(page).count()
    })
    .toBe(1)
}

export const openSheetByMouse = (page: Page, cover: Locator) =>
  openSheetBy(page, options => cover.click({ button: 'right', ...options }))
