import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findLowContrastText } from '../support/contrast-check.js'
import { inApp, prepareJourneys } from '../support/journey.js'
import { takeScreenshot } from '../support/screenshots.js'

const journeys = prepareJourneys()

const readBackground = (page: Page, selector: string) =>
  inApp(page, selector)
    .first()
    .evaluate(element => getComputedStyle(element).backgroundColor)

test('every page can be read in the light theme, and the system’s is followed as it changes', async () => {
  const page = await journeys.open(
    `${journeys.origin}/`,
    { hasTouch: true, isMobile: true, reducedMotion: 'reduce', colorScheme: 'light' },
    async opened => {
      await opened.route('**/*', async route => {
        if (route.request().resourceType() !== 'document') return route.fallback()
        const response = await route.fetch()
        const body = (await response.text()).replace('<drama-app', '<drama-app theme="auto"')
        await route.fulfill({ response, body })
      })
    }
  )
  const pages: [string, string, string][] = [
    ['home', '/', '.row-title'],
    ['list', '/pages/index/record', '.notice, .library-line'],
    ['my', '/pages/index/my', '.profile-name button'],
    ['all', '/pages/index/dramas?tag=romance', '.grid .card, .notice'],
    ['search', '/pages/index/search?keyword=inverno', '.drama-line'],
    ['wallet', '/pages/wallet/wallet', '.wallet-balance-card'],
    ['store', '/pages/wallet/store?tab=coins', '.store-card'],
    ['rewards', '/pages/reward/reward', '.reward-today'],
    ['whatsapp', '/pages/reward/whatsapp', '.sample']
  ]
  for (const [name, url, sign] of pages) {
    await page.evaluate(
      address =>
        (document.querySelector('drama-app') as unknown as { reLaunch(to: object): unknown }).reLaunch(address),
      { url }
    )
    await inApp(page, `.page:not([hidden]) :is(${sign})`).first().waitFor()
    expect([name, await findLowContrastText(page)]).toEqual([name, []])
    await takeScreenshot(page, `light-${name}`)
  }
  // The player is dark in every theme, and what lies over it with it.
  await page.evaluate(() =>
    (document.querySelector('drama-app') as unknown as { navigateTo(to: object): unknown }).navigateTo({
      url: '/pages/index/play?drama_id=d_winter-bride&episode_no=1'
    })
  )
  await inApp(page, 'button.episode-bar').click()
  await inApp(page, '.episode-list-grid').waitFor()
  expect(await readBackground(page, '.sheet')).toBe('rgb(25, 25, 34)')
  expect(await findLowContrastText(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.goBack()
  // Make the text invisible, to prove that the check finds it.
  await page.locator('drama-app').evaluate(app => app.setAttribute('style', '--drama-text: #f5f5f8'))
  expect((await findLowContrastText(page)).length).toBeGreaterThan(3)
  expect(await readBackground(page, '.app')).toBe('rgb(245, 245, 248)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => readBackground(page, '.app')).toBe('rgb(11, 11, 16)')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => readBackground(page, '.app')).toBe('rgb(245, 245, 248)')
})
