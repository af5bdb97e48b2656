import { readdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createFinger } from '../support/fingers.js'
import { expectEpisodeOnScreen, expectUndisturbed, openHostilePage, readHomeStyles } from '../support/hostile-page.js'
import { inApp, prepareJourneys } from '../support/journey.js'
import { readEpisodeLabel } from '../support/player-page.js'
import { recordPresentedFrames } from '../support/presented-frames.js'

const journeys = prepareJourneys()

let clean: Record<string, string>
beforeAll(async () => {
  const page = await journeys.browser.newPage({ viewport: { width: 375, height: 812 } })
  await page.goto(`${journeys.origin}/hostile/plain.html`)
  clean = await readHomeStyles(page)
  await page.close()
})

test('the server has every hostile page, and its list leads to each', async () => {
  const page = await journeys.open('/hostile/')
  const links = await page.locator('main a').evaluateAll((all: HTMLAnchorElement[]) => all.map(link => link.pathname))
  const pages = readdirSync('demo/hostile').filter(
    name => name.endsWith('.html') && !/^(index|frame)\.html$/.test(name)
  )
  expect(links.map(link => link.slice('/hostile/'.length)).sort()).toEqual(pages.sort())
  for (const link of links) expect((await page.request.get(journeys.origin + link)).status()).toBe(200)
})

test.each(['styles', 'box', 'rtl'])('%s: the app looks as it does on a clean page, and all of it works', async name => {
  const guest = await openHostilePage(journeys, name)
  expect(await readHomeStyles(guest.page)).toEqual(clean)
  await expectUndisturbed(guest)
})

test.each(['prototypes', 'globals', 'policy'])(
  '%s: all of it works, and nothing is said in the console',
  async name => {
    await expectUndisturbed(await openHostilePage(journeys, name))
  }
)

test('a policy that refuses the API, or video, is told to the viewer in words', async () => {
  const { page } = await openHostilePage(journeys, 'refused')
  const reason = inApp(page, '.failure-reason')
  await expect.poll(() => reason.textContent()).toBe('This site blocks the connection to the service.')
  const video = await openHostilePage(journeys, 'without-video')
  await expect
    .poll(() => inApp(video.page, '.failure-reason').textContent(), { timeout: 15_000 })
    .toBe('This site blocks videos.')
  // The browser reports the blocked video at once, so the viewer waits only for the player's code and one retry.
  expect(await video.page.evaluate(() => performance.now())).toBeLessThan(6000)
})

test('in frames without storage, sandboxed or blocked, an episode plays', async () => {
  const { page, consoleErrors } = await openHostilePage(journeys, 'frames')
  for (const place of [0, 1]) {
    const frame = page.frameLocator('iframe').nth(place)
    await frame.locator('drama-app >> .hero-slide .button').first().click()
    const video = frame.locator('drama-app >> [data-offset="0"] video')
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.2)
    await frame.locator('drama-app >> .player-bar button').first().click()
    await frame.locator('drama-app >> .hero h2').first().waitFor()
  }
  expect(consoleErrors).toEqual([])
})

test('where the page keeps all scrolling to itself the feed of episodes still follows finger, wheel and keys', async () => {
  const { page, consoleErrors } = await openHostilePage(journeys, 'locked', { hasTouch: true })
  await recordPresentedFrames(page)
  await inApp(page, '.hero-slide .button').first().click()
  await expectEpisodeOnScreen(page, 1)
  const touch = await createFinger(page)
  await touch.drag({ x: 180, y: 420 }, { x: 180, y: 120 })
  await expectEpisodeOnScreen(page, 2)
  await page.mouse.move(180, 300)
  await page.mouse.wheel(0, 120)
  await expectEpisodeOnScreen(page, 3)
  await inApp(page, '.player').focus()
  await page.keyboard.press('ArrowDown')
  await expectEpisodeOnScreen(page, 4)
  expect(consoleErrors).toEqual([])
})

test('a router that takes every click: Back is right for both, and what it throws away stops for good', async () => {
  const { page, consoleErrors } = await openHostilePage(journeys, 'spa', undefined, countResources)
  const player = inApp(page, '.player')
  await inApp(page, '.hero-slide .button').first().click()
  await player.waitFor()
  await inApp(page, 'button.episode-bar').click()
  await inApp(page, '.episode-list-grid').waitFor()
  // The page adds a history entry while the sheet is open: Back undoes it first, then the sheet, then the episode.
  await page.locator('#filter').click()
  expect(await inApp(page, '.episode-list-grid').count()).toBe(1)
  await page.goBack()
  expect(await inApp(page, '.episode-list-grid').count()).toBe(1)
  await page.goBack()
  await inApp(page, '.sheet').waitFor({ state: 'detached' })
  expect(await player.count()).toBe(1)
  await page.goBack()
  await inApp(page, '.hero h2').first().waitFor()
  await inApp(page, '.hero-slide .button').first().click()
  await expect.poll(() => isPlayingWithSound(page)).toBe(true)
  await page.locator('#news').click()
  await expect.poll(() => readResources(page)).toEqual(PAGE_WITHOUT_APP)
  expect(await page.locator('h1').textContent()).toBe('News')
  await page.goBack()
  await inApp(page, ':is(.hero h2, .player)').first().waitFor()
  expect(await page.title()).toBe('Watch')
  expect(consoleErrors).toEqual([])
})

test('an element that is never left alone goes on playing, stops where nobody can see it, and comes back', async () => {
  const { page, consoleErrors } = await openHostilePage(journeys, 'moving')
  const video = page.locator('drama-app').first().locator('[data-offset="0"] video')
  const position = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  await expect.poll(position).toBeGreaterThan(0.3)
  const element = await video.elementHandle()
  const before = await position()
  await page.locator('#move').click()
  await expect.poll(() => page.locator('#a drama-app').count()).toBe(1)
  await expect.poll(position).toBeGreaterThan(before + 0.6)
  expect(await video.evaluate((now, was) => now === was, element)).toBe(true)
  for (const isHidden of [true, false]) {
    await page.locator('#hide').click()
    await expect.poll(() => video.evaluate(({ paused }: HTMLVideoElement) => paused)).toBe(isHidden)
  }
  await page.locator('#cover').click()
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  expect(await readEpisodeLabel(page)).toBe('EP 1')
  await page.keyboard.press('Escape')
  expect(consoleErrors).toEqual([])
  await page.locator('#clone').click()
  await page.locator('#b drama-app >> .player').waitFor()
  await page.locator('#copy').click()
  await page.locator('#b drama-app >> .player').waitFor()
  expect(await page.locator('drama-app').count()).toBe(2)
  await page.locator('#leave').click()
  await page.locator('#leave').click()
  await page.locator('#a drama-app >> .player').waitFor()
  await page.locator('#frame').click()
  await page.frameLocator('iframe').locator('drama-app >> .player').waitFor()
  await page.locator('#frame').click()
  await page.locator('#a drama-app >> .player').waitFor()
})

const PAGE_WITHOUT_APP = ['timers 0', expect.stringMatching(/^playing 0 of [1-9]/), 'listens to popstate of Window']

const isPlayingWithSound = (page: Page) =>
  inApp(page, '[data-offset="0"] video').evaluate(({ paused, muted }: HTMLVideoElement) => !paused && !muted)

function countResources(page: Page) {
  return page.addInitScript(() => {
    const timers = new Set<unknown>()
    const players = new Set<HTMLMediaElement>()
    const listeners = new Set<object>()
    const { setTimeout, clearTimeout, setInterval, clearInterval } = window
    const begin = (timer: unknown) => timers.add(timer) && timer
    const end = (timer: unknown) => void timers.delete(timer)
    Object.assign(window, {
      setTimeout(task: (...given: unknown[]) => void, delay?: number, ...rest: unknown[]) {
        const timer: unknown = setTimeout(() => {
          end(timer)
          task(...rest)
        }, delay)
        return begin(timer)
      },
      setInterval: (task: () => void, delay?: number) => begin(setInterval(task, delay)),
      clearTimeout(timer: number) {
        end(timer)
        clearTimeout(timer)
      },
      clearInterval(timer: number) {
        end(timer)
        clearInterval(timer)
      }
    })
    const { addEventListener, removeEventListener } = EventTarget.prototype
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      const { signal, once } = typeof options === 'object' ? options : {}
      // Listeners on other targets end with them. Playwright itself listens to pointer events on the window.
      const isKept = (this ?? window) === window || this === document
      if (listener && isKept && !signal?.aborted && !/^(mouse|pointer|touch|__|.*click|contextmenu)/.test(type)) {
        const entry = { target: this ?? window, type, listener }
        const removeEntry = () => listeners.delete(entry)
        listeners.add(entry)
        if (once) addEventListener.call(this, type, removeEntry, { once })
        if (signal) addEventListener.call(signal, 'abort', removeEntry)
      }
      return addEventListener.call(this, type, listener, options)
    }
    EventTarget.prototype.removeEventListener = function (type, listener, options) {
      for (const entry of listeners as Set<{ target: unknown; type: string; listener: unknown }>) {
        if (entry.target === (this ?? window) && entry.type === type && entry.listener === listener)
          listeners.delete(entry)
      }
      return removeEventListener.call(this, type, listener, options)
    }
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      players.add(this)
      return play.call(this)
    }
    Reflect.set(window, Symbol.for('census'), () => [
      `timers ${timers.size}`,
      `playing ${[...players].filter(({ paused, src }) => !paused || src !== '').length} of ${players.size}`,
      ...[...listeners].map(entry => {
        const { target, type } = entry as { target: object; type: string }
        return `listens to ${type} of ${target.constructor.name}`
      })
    ])
  })
}

const readResources = (page: Page): Promise<string[]> =>
  page.evaluate(() => (Reflect.get(window, Symbol.for('census')) as () => string[])())
