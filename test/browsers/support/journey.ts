import { afterAll, beforeAll, onTestFinished, TestRunner } from 'vitest'

import { getSharedProduct } from '../../e2e/support/shared-products.js'
import type { BrowserPage, PageSettings, PageSize, Point } from '../engines/engine.js'
import { getEngine } from '../engines/get-engine.js'
import { type Feature, findLimit } from '../engines/limits.js'

export const PHONE: PageSize = { width: 375, height: 812 }
export const DESKTOP: PageSize = { width: 1280, height: 800 }

declare module 'vitest' {
  interface TaskMeta {
    /** Features that the engine lacks and the journey did without. */
    missedFeatures?: string[]
  }
}

interface Startable {
  origin: string
  stop(): Promise<void>
}

export interface Journeys {
  /** Readable only after `beforeAll`. */
  readonly origin: string
  /** Opens a page of a new visitor, on a phone by default. It is closed with the test. */
  open(address?: string, size?: PageSize, settings?: PageSettings): Promise<BrowserPage>
}

/** Call it once at the top of a test file. */
export function prepareJourneys(start: () => Promise<Startable> = getSharedProduct): Journeys {
  let product: Startable
  beforeAll(async () => {
    product = await start()
  })
  afterAll(() => product?.stop())
  return {
    get origin() {
      return product.origin
    },
    async open(address = '/', size = PHONE, settings) {
      const page = await getEngine().openPage(size, settings)
      onTestFinished(() => page.close())
      await page.goto(new URL(address, product.origin).href)
      const touchStart = (at: Point) => {
        hasFeature(page, 'touch by the driver')
        return page.touchStart(at)
      }
      return { ...page, touchStart }
    }
  }
}

/** Whether the engine has a feature. One that it lacks is named in the summary of the run. */
export function hasFeature({ engine, version }: BrowserPage, feature: Feature): boolean {
  if (!findLimit(engine, version, feature)) return true
  const test = TestRunner.getCurrentTest()
  if (test) test.meta.missedFeatures = [...new Set([...(test.meta.missedFeatures ?? []), feature])]
  return false
}

export const runInPage = <Result>(page: BrowserPage, act: () => Result) =>
  page.evaluate(`(${act})()`) as Promise<Awaited<Result>>
