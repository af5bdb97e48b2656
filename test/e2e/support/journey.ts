import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { getSharedBrowser } from './browser.js'
import type { Product } from './open-product.js'
import { getSharedProduct } from './shared-products.js'

export const PHONE = { width: 375, height: 812 }
export const DESKTOP = { width: 1280, height: 800 }

export interface Journeys {
  /** Readable only after `beforeAll`. */
  readonly origin: string
  readonly browser: Browser
  /** Opens a new browser context, on a phone by default. The context is closed with the test. */
  open(address?: string, options?: BrowserContextOptions, before?: (page: Page) => unknown): Promise<Page>
}

/** Call it once at the top of a test file. */
export function prepareJourneys(
  start: () => Promise<Product> = getSharedProduct,
  openBrowser: () => Promise<Browser> = getSharedBrowser
): Journeys {
  let product: Product
  let browser: Browser
  beforeAll(async () => {
    product = await start()
    browser = await openBrowser()
  })
  afterAll(async () => {
    for (const context of browser?.contexts() ?? []) await context.close()
    await product?.stop()
  })
  return {
    get origin() {
      return product.origin
    },
    get browser() {
      return browser
    },
    async open(address = '/', options = {}, before) {
      // Handlers of `page.route` do not see requests that a service worker makes.
      const context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block', ...options })
      const page = await context.newPage()
      onTestFinished(async () => {
        // A route handler may still be pending.
        if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
        await context.close()
      })
      await before?.(page)
      await page.goto(new URL(address, product.origin).href)
      return page
    }
  }
}

export const inApp = (page: Page, selector: string) => page.locator(`drama-app >> ${selector}`)

/** A button of the app by its whole name. */
export const button = (page: Page, name: string) => inApp(page, '.app').getByRole('button', { name, exact: true })

/** Under My. `tag` as in the elements' `lang`. */
export async function chooseLanguage(page: Page, tag: string): Promise<void> {
  await inApp(page, '.settings li:nth-child(5) button').click()
  await inApp(page, `.languages [lang="${tag}"]`).click()
  await inApp(page, `.app[lang="${tag}"]`).waitFor()
  await inApp(page, '.languages').waitFor({ state: 'detached' })
}

export const hasFocus = (place: Locator) => place.evaluate(element => element.matches(':focus'))
export const waitForHome = (page: Page) => inApp(page, '.hero h2').first().waitFor()
export const readToken = (page: Page) => page.evaluate(() => localStorage.getItem('firstui_m_token'))
