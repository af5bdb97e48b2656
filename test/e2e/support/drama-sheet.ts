import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { inApp } from './journey.js'

export const sheet = (page: Page) => inApp(page, '.sheet-veil')

/** Does it again until there is a sheet: what hears it comes a moment after the covers. */
export function openBy(page: Page, act: (patience: { timeout: number }) => Promise<void>): Promise<void> {
  return expect
    .poll(async () => {
      // Over an open sheet nothing is reached.
      if ((await sheet(page).count()) === 0) await act({ timeout: 1000 }).catch(() => undefined)
      return sheet(page).count()
    })
    .toBe(1)
}

/** By the right button on a cover. */
export const openByMouse = (page: Page, cover: Locator) =>
  openBy(page, patience => cover.click({ button: 'right', ...patience }))
