import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSharedBrowser } from '../support/browser.js'
import { openPartnerSite, type PartnerSite, type Product } from '../support/open-product.js'
import { readPresentedFrames, recordPresentedFrames } from '../support/presented-frames.js'
import { takeScreenshot } from '../support/screenshots.js'
import { getSharedProduct } from '../support/shared-products.js'

const PHONE = { width: 375, height: 812 }

let product: Product
let partner: PartnerSite
let page: Page
const pageErrors: string[] = []

beforeAll(async () => {
  product = await getSharedProduct()
  partner = await openPartnerSite(landingPage(product.origin))
  const browser = await getSharedBrowser()
  page = await browser.newPage({ viewport: PHONE, hasTouch: true })
  page.on('console', message => message.type() === 'error' && pageErrors.push(message.text()))
  page.on('pageerror', error => pageErrors.push(error.message))
  await page.addInitScript(recordPageChanges)
  await page.goto(`${partner.origin}/landing?utm_source=x`)
})

afterAll(async () => {
  await page?.close()
  await partner?.stop()
})

const inApp = (selector: string) => page.locator(`drama-app >> ${selector}`)
const movingEpisode = async () => {
  const frame = (await readPresentedFrames(page)).at(-1)
  return frame && frame.time > 0.1 ? frame.episode : undefined
}
const waitForEpisode = (episode: number) => expect.poll(movingEpisode, { timeout: 15_000 }).toBe(episode)

test('D-001 D-008 D-019 D-036 a partner page on another origin shows Home in Portuguese to a visitor signed in silently', async () => {
  await inApp('.hero h2').first().waitFor()
  await expect.poll(() => inApp('.row-title').allTextContents()).toContain('Top 10 do momento')
  expect(await inApp('.tab-bar button').allTextContents()).toEqual(['Início', 'Descobrir', 'Minha lista', 'Perfil'])
  await expect.poll(() => inApp('.hero .poster[data-loaded]').count()).toBeGreaterThan(0)
  await takeScreenshot(page, 'partner-home')
})

test('D-002 tapping a cover plays its first episode with sound: its frames are on screen', async () => {
  await recordPresentedFrames(page)
  await inApp('.hero-slide .button').first().tap()
  await waitForEpisode(1)
  expect((await readPresentedFrames(page))[0]).toMatchObject({ drama: 1, episode: 1, isMuted: false })
  await inApp('.captions span').waitFor()
  await takeScreenshot(page, 'partner-play')
})

const position = () =>
  page.evaluate(
    () =>
      document.querySelector('drama-app')?.shadowRoot?.querySelector<HTMLVideoElement>('[data-offset="0"] video')
        ?.currentTime ?? 0
  )

test('time goes on: later frames follow the first', async () => {
  const before = await position()
  await expect.poll(position).toBeGreaterThan(before + 0.5)
})

test('swiping up, the wheel and the arrow key each show the next episode; swiping down the one before', async () => {
  await swipe(page, -300)
  await waitForEpisode(2)
  await page.mouse.move(180, 300)
  await page.mouse.wheel(0, 120)
  await waitForEpisode(3)
  await inApp('.player').focus()
  await page.keyboard.press('ArrowDown')
  await waitForEpisode(4)
  await swipe(page, 300)
  await waitForEpisode(3)
  expect(await inApp('.player-no').textContent()).toBe('EP 3')
})

test('a short move is no swipe', async () => {
  await swipe(page, -30, 400)
  // A late turn would come while the episode plays on.
  const before = await position()
  await expect.poll(position).toBeGreaterThan(before + 0.5)
  expect(await inApp('.player-no').textContent()).toBe('EP 3')
})

test('only the episode on screen can be heard', async () => {
  const playing = await page.evaluate(() =>
    [...(document.querySelector('drama-app')?.shadowRoot?.querySelectorAll('video') ?? [])]
      .filter(video => !video.paused)
      .map(video => video.parentElement?.dataset.offset)
  )
  expect(playing).toEqual(['0'])
  expect(await inApp('video').count()).toBe(3)
})

test('D-037 Back leads to Home, where the drama stands under continue playing with its episode', async () => {
  await page.goBack()
  await expect.poll(() => inApp('.row-title').first().textContent()).toBe('Continuar assistindo')
  await expect.poll(() => inApp('.row .card-meta').first().textContent()).toMatch(/^EP 3 · faltam? \d+ min$/)
  await takeScreenshot(page, 'partner-home-continue')
})

test('the page stays the partner’s: address, title, scroll, globals, prototypes and layout are untouched', async () => {
  expect(page.url()).toBe(`${partner.origin}/landing?utm_source=x`)
  expect(await page.title()).toBe('Oferta da semana')
  const host = await page.evaluate(() => ({
    shifts: Reflect.get(window, 'layoutShifts') as string[],
    globals: Object.keys(window).filter(name => !(Reflect.get(window, 'globalsBefore') as string[]).includes(name)),
    prototypes: [Object.keys(Object.prototype), Object.keys(Array.prototype)],
    styles: document.styleSheets.length,
    bodyStyle: document.body.getAttribute('style')
  }))
  expect(host).toEqual({
    shifts: [],
    globals: ['globalsBefore'],
    prototypes: [[], []],
    styles: 1,
    bodyStyle: null
  })
})

test('the partner hears what happened, with the campaign and an id of its own for each event', async () => {
  const events = await page.evaluate(
    () =>
      (
        document.querySelector('drama-app') as unknown as {
          events: { type: string; detail: Record<string, unknown> }[]
        }
      ).events
  )
  const names = events.map(({ type }) => type)
  for (const name of ['drama-ready', 'drama-visit', 'drama-navigate', 'drama-view-content', 'drama-episode-start']) {
    expect(names).toContain(name)
  }
  expect(events.every(({ detail }) => detail.lpid === 'outono-7' && detail.version === '2.4.0')).toBe(true)
  expect(new Set(events.map(({ detail }) => detail.event_id)).size).toBe(events.length)
  const starts = events.filter(({ type }) => type === 'drama-episode-start').map(({ detail }) => detail.episode_no)
  expect(starts).toEqual([1, 2, 3, 4, 3])
})

test('nothing was written to the partner’s console as an error', () => {
  expect(pageErrors).toEqual([])
})

function landingPage(origin: string): string {
  return `<!doctype html><html lang="pt"><head><title>Oferta da semana</title>
<style>body{margin:0;font:16px sans-serif}drama-app{display:block;height:100vh}</style></head>
<body><drama-app lpid="outono-7"><a href="https://example.com/">Assistir</a></drama-app>
<script>{
  const element = document.querySelector('drama-app')
  element.events = []
  for (const name of ['ready', 'visit', 'navigate', 'view-content', 'episode-start', 'episode-complete', 'error'])
    document.addEventListener('drama-' + name, event => element.events.push({ type: event.type, detail: event.detail }))
}</script>
<script type="module" src="${origin}/drama-app.js"></script></body></html>`
}

function recordPageChanges() {
  const shifts: string[] = []
  Reflect.set(window, 'layoutShifts', shifts)
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Element | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    })[]) {
      // Removed nodes have no class name, only rectangles.
      const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
      const moved = entry.sources.map(
        ({ node, previousRect, currentRect }) =>
          `${node instanceof Element ? node.className || node.localName : '?'} from ${place(previousRect)} to ${place(currentRect)}`
      )
      if (!entry.hadRecentInput)
        shifts.push(`${entry.value.toFixed(4)} at ${Math.round(entry.startTime)}: ${moved.join(', ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
  Reflect.set(window, 'globalsBefore', Object.keys(window))
}

/** `distance` is in px, `duration` in ms. */
async function swipe(target: Page, distance: number, duration = 120) {
  const session = await target.context().newCDPSession(target)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 180, y }] })
  const start = 420
  await touch('touchStart', start)
  for (let step = 1; step <= 8; step++) {
    await touch('touchMove', start + (distance * step) / 8)
    await new Promise(resolve => setTimeout(resolve, duration / 8))
  }
  await touch('touchEnd', start + distance)
  await session.detach()
}
