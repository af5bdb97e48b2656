// What every journey needs: one product and one browser for the tests of a file, and a viewer of its own for each test.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { openBrowser, openProduct, type Product } from './open-product.js'

export const PHONE = { width: 375, height: 812 }
export const DESKTOP = { width: 1280, height: 800 }

export interface Journeys {
  /** Where the product lives; known once the tests run. */
  readonly origin: string
  readonly browser: Browser
  /** A new viewer, on a phone if nothing else is said, at an address of the product or of another origin; it ends with its test. */
  open(address?: string, options?: BrowserContextOptions, before?: (page: Page) => unknown): Promise<Page>
}

/** To be called once at the top of a file: starts before its tests, and ends after them. */
export function prepareJourneys(
  start: () => Promise<Product> = openProduct,
  launch: () => Promise<Browser> = openBrowser
): Journeys {
  let product: Product
  let browser: Browser
  beforeAll(async () => {
    product = await start()
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
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
      const context = await browser.newContext({ viewport: PHONE, ...options })
      const page = await context.newPage()
      onTestFinished(async () => {
        // What a test stands in the way of may still be on its way.
        if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
        await context.close()
      })
      await before?.(page)
      await page.goto(new URL(address, product.origin).href)
      return page
    }
  }
}

/** The first element of a page, from inside. */
export const inApp = (page: Page, selector: string) => page.locator(`drama-app >> ${selector}`)
