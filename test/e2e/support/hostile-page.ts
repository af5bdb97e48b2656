// Opens pages of demo/hostile/ on another origin, and checks that both the app and the page work.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { inApp, type Journeys } from './journey.js'
import { recordPresentedFrames } from './presented-frames.js'

export interface HostilePageVisit {
  page: Page
  consoleErrors: string[]
}

export async function openHostilePage(
  { origin, open }: Journeys,
  name: string,
  context?: BrowserContextOptions,
  before: (page: Page) => unknown = () => undefined
): Promise<HostilePageVisit> {
  const partner = await openPartner(name, origin)
  const complaints: string[] = []
  const page = await open(`${partner}/?utm=1`, context, async opened => {
    opened.on('pageerror', error => complaints.push(error.stack ?? String(error)))
    opened.on('console', message => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    await before(opened)
  })
  return { page, consoleErrors: complaints }
}

/** The script comes from the app's origin, so `'self'` in the page's policy is replaced with that origin. */
async function openPartner(name: string, app: string): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://partner')
    const file = pathname === '/' ? `/hostile/${name}.html` : pathname
    const type = file.endsWith('.js') ? 'text/javascript' : 'text/html'
    readFile(`demo${file}`, 'utf8').then(
      text => {
        response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` })
        response.end(text.replaceAll('"/drama-app.js"', `"${app}/drama-app.js"`).replaceAll("'self'", app))
      },
      () => response.writeHead(404).end()
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Reads what must stay the page's own. It is one text, because a `toJSON` of the page could change an object. */
const readPageState = (page: Page) =>
  page.evaluate(() => {
    const { documentElement: root, body, activeElement: active } = document
    const focus = active === body || active?.localName === 'drama-app' ? 'where it may be' : active?.outerHTML
    return [
      `address ${location.href}`,
      `title ${document.title}`,
      `globals ${Object.keys(window).join()}`,
      `elements ${document.querySelectorAll('*').length}`,
      `attributes ${root.getAttributeNames().length + body.getAttributeNames().length}`,
      `sheets ${document.styleSheets.length + document.adoptedStyleSheets.length}`,
      `scroll ${scrollX} ${scrollY}`,
      `focus ${focus}`
    ].join('\n')
  })

export async function expectUndisturbed({ page, consoleErrors }: HostilePageVisit): Promise<void> {
  await inApp(page, '.hero h2').first().waitFor()
  const before = await readPageState(page)
  const entries = await page.evaluate(() => history.length)
  await recordPresentedFrames(page)
  await inApp(page, '.hero-slide .button').first().click()
  await expectEpisodeOnScreen(page, 1)
  // Only hls.js loads beyond the first four seconds.
  await expect.poll(() => bufferedTo(page), { timeout: 15_000 }).toBeGreaterThan(8)
  await inApp(page, 'button.episode-bar').click()
  await inApp(page, '.episode-list-grid button').first().waitFor()
  await expectAtBottom(page, '.sheet')
  await page.goBack()
  await inApp(page, '.sheet').waitFor({ state: 'detached' })
  await page.goBack()
  await inApp(page, '.hero h2').first().waitFor()
  expect(await readPageState(page)).toBe(before)
  // One entry for the episode and one for the sheet, which the browser keeps for Forward.
  expect(await page.evaluate(() => history.length)).toBe(entries + 2)
  await page.locator('#anchor').click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#below')
  expect(consoleErrors).toEqual([])
}

export async function expectEpisodeOnScreen(page: Page, episode: number): Promise<void> {
  const newest = () =>
    page.evaluate(() => {
      const { frames = [] } = document.querySelector('drama-app') as Element & { frames?: { episode: number }[] }
      return frames[frames.length - 1]?.episode ?? 0
    })
  await expect.poll(newest, { timeout: 15_000 }).toBe(episode)
}

async function expectAtBottom(page: Page, selector: string): Promise<void> {
  const edges = async (part: string) => {
    const box = await inApp(page, part).boundingBox()
    return box && [box.x, box.width, box.y + box.height].map(Math.round)
  }
  const app = await edges('.app')
  await expect.poll(() => edges(selector)).toEqual(app)
}

const bufferedTo = (page: Page) =>
  inApp(page, '[data-offset="0"] video').evaluate(({ buffered }: HTMLVideoElement) =>
    buffered.length > 0 ? buffered.end(buffered.length - 1) : 0
  )

const SELECTORS = ['.app', '.hero h2', '.row-title', '.card', '.hero-slide .button', '.tab-bar', '.tab-bar button']
/** Properties that depend on the size and position of the element. */
const SIZE_PROPERTIES =
  /width|height|size$|origin|inset|^(top|left|right|bottom)$|container|mask|transform|transition|animation/

/** Reads computed styles by selector and property, without those that depend on size. Fixed heights are included. */
export async function readHomeStyles(page: Page): Promise<Record<string, string>> {
  await inApp(page, '.hero .poster[data-loaded]').first().waitFor()
  const result: Record<string, string> = {}
  for (const selector of SELECTORS) {
    const styles = await inApp(page, selector)
      .first()
      .evaluate((element: HTMLElement) => {
        const computed = getComputedStyle(element)
        const list: [string, string][] = [['own-height', `${element.offsetHeight}`]]
        for (let place = 0; place < computed.length; place++) {
          const name = computed.item(place)
          list.push([name, computed.getPropertyValue(name)])
        }
        list.push(['font-size', computed.fontSize], ['line-height', computed.lineHeight])
        return list
      })
    for (const [name, value] of styles) {
      const isFixed = /^(\.tab-bar|\.row-title)/.test(selector) ? name !== 'width' : name !== 'own-height'
      if (isFixed && (name === 'own-height' || /^(font-size|line-height)$/.test(name) || !SIZE_PROPERTIES.test(name))) {
        result[`${selector} ${name}`] = value
      }
    }
  }
  return result
}
