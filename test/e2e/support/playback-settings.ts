import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { inApp, type Journeys } from './journey.js'
import { type MediaRecord, recordMedia, recordPlayback } from './media-record.js'
import { playAddress } from './player-page.js'

const group = (page: Page, name: string) => page.locator('drama-app').getByRole('group', { name, exact: true })
export const offers = (page: Page, legend: string) => group(page, legend).locator('label').allTextContents()
export const choose = (page: Page, legend: string, text: string) =>
  group(page, legend).locator('label').getByText(text, { exact: true }).click()
export const chosen = (page: Page, legend: string) => group(page, legend).locator('label:has(:checked)').textContent()

export async function openSheet(page: Page) {
  await page.locator('drama-app').getByRole('button', { name: 'Ajustes de reprodução' }).click()
  await inApp(page, '.playback-sheet').waitFor()
}
export const closeSheet = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect.poll(() => inApp(page, '.playback-sheet').count()).toBe(0)
}

export const caption = (page: Page) => inApp(page, '.captions span')
export const captionsButton = (page: Page) => page.locator('drama-app').getByRole('button', { name: 'Legendas' })

export const readStored = (page: Page, key: string) => page.evaluate(name => localStorage.getItem(name), key)

export async function watch(
  journeys: Journeys,
  no = 1,
  before?: (page: Page) => unknown
): Promise<{ page: Page; media: MediaRecord }> {
  let media: MediaRecord = {}
  const page = await journeys.open(playAddress(no), {}, async opened => {
    media = recordMedia(opened)
    await recordPlayback(opened)
    await before?.(opened)
  })
  return { page, media }
}

/** Opens an episode in a new tab of the same visitor. */
export async function openAnother(page: Page, no: number): Promise<Page> {
  const next = await page.context().newPage()
  await next.goto(new URL(playAddress(no), page.url()).href)
  return next
}
