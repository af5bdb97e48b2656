import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { inApp } from './journey.js'

export const sheet = (page: Page) => inApp(page, '.sheet-veil')

/** Repeats `act` until the sheet is open, because its listener loads after the covers. */
export function openBy(page: Page, act: (options: { timeout: number }) => Promise<void>): Promise<void> {
  return expect
    .poll(async () => {
      if ((await sheet(page).count()) === 0) await act({ timeout: 1000 }).catch(() => undefined)
      return sheet(page).count()
    })
    .toBe(1)
}

export const openByMouse = (page: Page, cover: Locator) =>
  openBy(page, options => cover.click({ button: 'right', ...options }))
