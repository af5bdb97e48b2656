// User agents of in-app browsers in Chromium, with the `window.open` of a WebView that has one window.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inAppBrowsers, ordinaryBrowsers } from '../../../tools/build/browser-support/in-app-browsers.js'
import { inApp, prepareJourneys } from '../support/journey.js'
import { openProduct } from '../support/open-product.js'
import { STORE } from '../support/store-page.js'

const journeys = prepareJourneys(() => openProduct({ SANDBOX_PAYMENT: 'tab' }))

const inApps = inAppBrowsers.flatMap(({ name, userAgents }) => userAgents.map(userAgent => ({ name, userAgent })))

const openWebView = (address: string, userAgent: string | undefined) =>
  journeys.open(address, { userAgent, reducedMotion: 'reduce' }, (page: Page) =>
    page.addInitScript(() => {
      window.open = () => window
    })
  )

test.each(inApps)('in $name the payment opens over the page and leads back: $userAgent', async ({ userAgent }) => {
  const page = await openWebView(STORE, userAgent)
  await inApp(page, '.pay-button').click()
  const link = inApp(page, '.checkout a')
  expect(await link.getAttribute('target')).toBe('_top')
  await link.click()
  await page.waitForURL(/\/pay\/sandbox\/o_/)
  await Promise.all([
    page.waitForResponse(answer => answer.request().method() === 'POST'),
    page.getByRole('button', { name: 'Aprovar pagamento' }).click()
  ])
  await page.waitForLoadState()
  await page.getByRole('link').first().click()
  await page.waitForURL(url => url.pathname === STORE)
  await inApp(page, ':is(.checkout-done, .toast)').first().waitFor()
  expect(page.context().pages()).toHaveLength(1)
})

test('links to share open over the page', async () => {
  const page = await openWebView('/?drama=d_winter-bride&ep=1', inApps[0]?.userAgent)
  await inApp(page, '.rail-favorite + button + button').click()
  const targets = () =>
    inApp(page, '.share-channels a').evaluateAll(all => all.map(link => link.getAttribute('target')))
  await expect.poll(targets).toEqual(['_top', '_top', '_top'])
})

test('a WebView that says nothing of itself keeps the page, though its window.open returns it', async () => {
  const page = await openWebView(STORE, ordinaryBrowsers[1])
  await inApp(page, '.pay-button').click()
  const link = inApp(page, '.checkout a')
  await link.waitFor()
  expect(await link.getAttribute('target')).toBe('_blank')
  expect(await page.locator('drama-app').count()).toBe(1)
})
