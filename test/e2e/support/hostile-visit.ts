// A page that makes it hard to be its guest, on another origin than the app's; and what has to be well on every one of them.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { inApp, type Journeys } from './journey.js'
import { watchPicture } from './presented-frames.js'

export interface Guest {
  page: Page
  /** What the page's console was told as a warning or an error, and what nobody caught. */
  complaints: string[]
}

/** Opens a page of `demo/hostile/` as its partner would serve it; everything is closed with the test. */
export async function visit(
  { origin, open }: Journeys,
  name: string,
  context?: BrowserContextOptions,
  before: (page: Page) => unknown = () => undefined
): Promise<Guest> {
  const partner = await openPartner(name, origin)
  const complaints: string[] = []
  const page = await open(`${partner}/?utm=1`, context, async opened => {
    opened.on('pageerror', error => complaints.push(error.stack ?? String(error)))
    opened.on('console', message => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    await before(opened)
  })
  return { page, complaints }
}

/** The script comes from the app's origin, and what the policy of a page says of itself is said of that. */
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

/** What is the page's and has to stay so; one text, which no `toJSON` of the page can spoil on its way here. */
const own = (page: Page) =>
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

/** Home is drawn, an episode plays to its frames and beyond what came first, a sheet opens and closes; nothing is left behind. */
export async function expectWell({ page, complaints }: Guest): Promise<void> {
  await inApp(page, '.hero h2').first().waitFor()
  const before = await own(page)
  const entries = await page.evaluate(() => history.length)
  await watchPicture(page)
  await inApp(page, '.hero-slide .button').first().click()
  await expectPicture(page, 1)
  // Only hls.js fetches what is behind the first four seconds.
  await expect.poll(() => bufferedTo(page), { timeout: 15_000 }).toBeGreaterThan(8)
  await inApp(page, 'button.episode-bar').click()
  await inApp(page, '.picker-grid button').first().waitFor()
  await expectAtTheFoot(page, '.sheet')
  await page.goBack()
  await inApp(page, '.sheet').waitFor({ state: 'detached' })
  await page.goBack()
  await inApp(page, '.hero h2').first().waitFor()
  expect(await own(page)).toBe(before)
  // One for the episode and one for the sheet, which the browser keeps for Forward.
  expect(await page.evaluate(() => history.length)).toBe(entries + 2)
  await page.locator('#anchor').click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#below')
  expect(complaints).toEqual([])
}

/** The code in the frames that are on screen. */
export async function expectPicture(page: Page, episode: number): Promise<void> {
  const newest = () =>
    page.evaluate(() => {
      const { frames = [] } = document.querySelector('drama-app') as Element & { frames?: { episode: number }[] }
      return frames[frames.length - 1]?.episode ?? 0
    })
  await expect.poll(newest, { timeout: 15_000 }).toBe(episode)
}

/** As wide as the app, and with its feet on the app's, once it has arrived there. */
async function expectAtTheFoot(page: Page, selector: string): Promise<void> {
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

const LOOKED_AT = ['.app', '.hero h2', '.row-title', '.card', '.hero-slide .button', '.tab-bar', '.tab-bar button']
/** What depends on how much room there is, and on where it is. */
const ROOM = /width|height|size$|origin|inset|^(top|left|right|bottom)$|container|mask|transform|transition|animation/

/** Every computed style of what Home shows, by selector and property, and the heights that do not depend on room. */
export async function lookOf(page: Page): Promise<Record<string, string>> {
  await inApp(page, '.hero .poster[data-loaded]').first().waitFor()
  const look: Record<string, string> = {}
  for (const selector of LOOKED_AT) {
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
      if (isFixed && (name === 'own-height' || /^(font-size|line-height)$/.test(name) || !ROOM.test(name))) {
        look[`${selector} ${name}`] = value
      }
    }
  }
  return look
}
