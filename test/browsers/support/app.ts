import { expect, onTestFinished } from 'vitest'
import { openPartnerSite } from '../../e2e/support/open-product.js'
import type { BrowserPage, PageSize } from '../engines/engine.js'
import { inApp } from './element.js'
import type { Journeys } from './journey.js'
import { runInPage } from './journey.js'

export const waitForHome = (page: BrowserPage, host?: string) =>
  inApp(page, '.hero h2', host === undefined ? {} : { host }).waitFor()

/** Serves a page of another origin with these elements until the test ends. Returns its address, `/landing?lpid=a1`. */
export async function serveHostPage({ origin }: Journeys, elements: string): Promise<string> {
  const script = `<script type="module" src="${origin}/drama-app.js"></script>`
  const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">'
  const partner = await openPartnerSite(
    `<!doctype html><html lang="pt">${viewport}<title>P</title><style>body{margin:0}</style>${elements}${script}</html>`
  )
  onTestFinished(() => partner.stop())
  return `${partner.origin}/landing?lpid=a1`
}

export const openHostPage = async (journeys: Journeys, elements: string, size?: PageSize): Promise<BrowserPage> =>
  journeys.open(await serveHostPage(journeys, elements), size)

/** By the element's own method. */
export const goTo = (page: BrowserPage, url: string) =>
  page.evaluate(`document.querySelector('drama-app').navigateTo({ url: ${JSON.stringify(url)} }).then(() => null)`)

export const readRoute = (page: BrowserPage) =>
  page.evaluate(`document.querySelector('drama-app')?.getState?.().route`) as Promise<string | undefined>

/** Waits for code that the app loads after its first screen. */
export const waitForChunk = (page: BrowserPage, name: string) =>
  expect
    .poll(() =>
      page.evaluate(`performance.getEntriesByType('resource').some(({ name }) => /chunks.${name}-/.test(name))`)
    )
    .toBe(true)

export const readAddress = (page: BrowserPage) =>
  runInPage(page, () => location.pathname + location.search + location.hash)

export const readStored = (page: BrowserPage, key: string) =>
  page.evaluate(`localStorage.getItem(${JSON.stringify(key)})`) as Promise<string | null>

/** Of the images that load at once, how many have no picture; undefined before there is any. */
export const countMissingImages = (page: BrowserPage) =>
  runInPage(page, () => {
    const images = document.querySelector('drama-app')?.shadowRoot?.querySelectorAll<HTMLImageElement>('img.poster')
    const eager = [...(images ?? [])].filter(({ loading }) => loading === 'eager')
    return eager.length > 0 ? eager.filter(({ naturalWidth }) => naturalWidth === 0).length : undefined
  })
