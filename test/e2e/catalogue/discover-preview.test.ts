import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getSharedBrowser } from '../support/browser.js'
import { inApp, prepareJourneys } from '../support/journey.js'
import { readLayoutShifts, recordLayoutShifts } from '../support/layout-shifts.js'
import { readPresentedFrames, recordPresentedFrames } from '../support/presented-frames.js'
import { takeScreenshot } from '../support/screenshots.js'
import { getSharedProduct } from '../support/shared-products.js'

/** The two most played dramas, by the numbers in their frames. */
const [FIRST, SECOND] = [5, 2]
const SAMPLES = 12
/** On the page's clock, longer than any delay of the preview. */
const SETTLE_MS = 5000

const journeys = prepareJourneys(
  () => getSharedProduct('busy'),
  () => getSharedBrowser({ withSound: false })
)

interface Watched {
  page: Page
  requestedEpisodes: string[]
  media: string[]
}

async function openFeed(options: BrowserContextOptions = {}, before?: (page: Page) => unknown): Promise<Watched> {
  const requestedEpisodes: string[] = []
  const media: string[] = []
  const page = await journeys.open('/pages/index/dramas', options, async opened => {
    opened.on('request', request => {
      const { pathname } = new URL(request.url())
      if (pathname === '/drama/play') requestedEpisodes.push(request.postDataJSON().episode_id)
      if (pathname.startsWith('/m/')) media.push(pathname)
    })
    await opened.addInitScript(() => {
      const counted = globalThis as { videos?: HTMLVideoElement[]; hostEvents?: string[] }
      counted.videos = []
      counted.hostEvents = []
      const create = document.createElement.bind(document)
      document.createElement = (name: string, options?: ElementCreationOptions) => {
        const made = create(name, options)
        if (made instanceof HTMLVideoElement) counted.videos?.push(made)
        return made
      }
      for (const name of ['drama-episode-start', 'drama-episode-complete', 'drama-view-content', 'drama-metric']) {
        document.addEventListener(name, () => counted.hostEvents?.push(name))
      }
    })
    await before?.(opened)
  })
  await page.locator('drama-app').getByRole('tab', { name: 'Para você' }).click()
  await inApp(page, '.feed-card h2').first().waitFor()
  return { page, requestedEpisodes, media }
}

const feed = (page: Page) => inApp(page, '.discover-feed')
const picture = (page: Page) => inApp(page, '.feed-picture video')
const isMoving = async (page: Page) => (await inApp(page, '.feed-poster[data-gone]').count()) === 1

const videos = (page: Page) =>
  page.evaluate(() =>
    (globalThis as { videos?: HTMLVideoElement[] }).videos?.map(({ paused, muted, src, isConnected }) => ({
      paused,
      muted,
      isConnected,
      hasSource: src !== ''
    }))
  )

const stopped = [{ paused: true, muted: true, isConnected: false, hasSource: false }]
const hostEvents = (page: Page) => page.evaluate(() => (globalThis as { hostEvents?: string[] }).hostEvents)

async function waitUntilMoving(page: Page, drama: number) {
  await expect.poll(async () => (await readPresentedFrames(page)).some(frame => frame.drama === drama)).toBe(true)
  await expect.poll(() => isMoving(page)).toBe(true)
}

const post = (page: Page, url: string, body: object) =>
  page.evaluate(
    async ([address, data]) => {
      const headers = {
        Authorization: localStorage.getItem('firstui_m_token') ?? '',
        'Content-Type': 'application/json'
      }
      return (await fetch(address as string, { method: 'POST', headers, body: JSON.stringify(data) })).json()
    },
    [url, body] as const
  )

const read = (page: Page, url: string) =>
  page.evaluate(async address => {
    const headers = { Authorization: localStorage.getItem('firstui_m_token') ?? '' }
    return (await (await fetch(address, { headers })).json()).data
  }, url)

test('the drama on which the viewer rests moves, muted and from its start; after a swipe the next, alone', async () => {
  const { page } = await openFeed()
  await recordPresentedFrames(page)
  await waitUntilMoving(page, FIRST)
  const frames = await readPresentedFrames(page)
  expect(frames.every(({ drama, episode, isMuted }) => drama === FIRST && episode === 1 && isMuted)).toBe(true)
  await takeScreenshot(page, 'feed-moving')
  await feed(page).press('ArrowDown')
  await expect.poll(() => videos(page)).toEqual(stopped)
  await waitUntilMoving(page, SECOND)
  const order = (await readPresentedFrames(page)).map(({ drama }) => drama)
  expect(order.lastIndexOf(FIRST)).toBeLessThan(order.indexOf(SECOND))
  expect(new Set(order)).toEqual(new Set([FIRST, SECOND]))
  await feed(page).press('ArrowUp')
  await expect.poll(async () => (await readPresentedFrames(page)).at(-1)?.drama).toBe(FIRST)
  expect(await videos(page)).toEqual([{ paused: false, muted: true, isConnected: true, hasSource: true }])
})

test('a tap brings the sound of this and of the next preview, and the player goes on from the second reached', async () => {
  const { page } = await openFeed()
  await recordPresentedFrames(page)
  await waitUntilMoving(page, FIRST)
  const sound = page.locator('drama-app').getByRole('button', { name: /o som$/ })
  expect(await sound.getAttribute('aria-label')).toBe('Ativar o som')
  await sound.click()
  await expect.poll(async () => (await videos(page))?.map(({ muted }) => muted)).toEqual([false])
  expect(await sound.getAttribute('aria-label')).toBe('Desativar o som')
  await feed(page).press('ArrowDown')
  await waitUntilMoving(page, SECOND)
  expect((await videos(page))?.map(({ muted }) => muted)).toEqual([false])
  await expect
    .poll(() => picture(page).evaluate((video: HTMLVideoElement) => Math.floor(video.currentTime)))
    .toBeGreaterThan(1)
  const watch = inApp(page, '.feed-slide:not([inert])').getByRole('button', { name: 'Assistir agora' })
  await watch.click()
  await expect.poll(() => page.evaluate(() => location.search)).toMatch(/&episode_no=1&t=[2-9]$/)
  const seconds = await page.evaluate(() => Number(new URLSearchParams(location.search).get('t')))
  const position = () =>
    inApp(page, '.player [data-offset="0"] video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(position).toBeGreaterThan(seconds)
  const order = (await readPresentedFrames(page)).filter(({ isMuted }) => !isMuted)
  expect(new Set(order.slice(-1).map(({ drama }) => drama))).toEqual(new Set([SECOND]))
})

test('poster and video of the feed have one crop, and nothing moves when the video comes', async () => {
  const { page } = await openFeed({}, recordLayoutShifts)
  await recordPresentedFrames(page)
  await waitUntilMoving(page, FIRST)
  const crops = await inApp(page, '.feed-slide:not([inert]) :is(video, .poster)').evaluateAll(all =>
    all.map(one => {
      const { objectFit, objectPosition } = getComputedStyle(one)
      const { x, y, width, height } = one.getBoundingClientRect()
      return [objectFit, objectPosition, x, y, width, height].join(' ')
    })
  )
  expect([crops.length, new Set(crops).size]).toEqual([2, 1])
  expect(await readLayoutShifts(page)).toBe(0)
})

test('until its first frame the poster stands, and nothing dark or empty in its place', async () => {
  let send: () => void = () => undefined
  const isHeld = new Promise<void>(resolve => {
    send = resolve
  })
  const { page } = await openFeed({}, opened =>
    opened.route(/\/m\/.*\.(m4s|mp4)$/, async route => {
      await isHeld
      await route.continue()
    })
  )
  await picture(page).waitFor({ state: 'attached' })
  const poster = inApp(page, '.feed-poster').first()
  const opacity = () => poster.evaluate(one => Number(getComputedStyle(one).opacity))
  await expect.poll(() => poster.locator('img[data-loaded]').count()).toBe(1)
  expect([await isMoving(page), await opacity()]).toEqual([false, 1])
  // The poster is on top, not the video, which has no frame yet.
  expect(
    await poster.evaluate(one => {
      const { top, width, left } = one.getBoundingClientRect()
      const root = one.getRootNode() as ShadowRoot
      return root.elementFromPoint(left + width / 2, top + 200)?.className
    })
  ).toBe('poster')
  await takeScreenshot(page, 'feed-before-first-frame')
  send()
  await expect.poll(() => isMoving(page)).toBe(true)
  await expect.poll(opacity).toBe(0)
})

const endings: Record<string, { end: (page: Page) => Promise<unknown>; back?: (page: Page) => Promise<unknown> }> = {
  'a hidden tab': {
    end: page => setVisible(page, 'hidden'),
    back: page => setVisible(page, 'visible')
  },
  'another part of Discover': {
    end: page => page.locator('drama-app').getByRole('tab', { name: 'Ranking' }).click(),
    back: page => page.locator('drama-app').getByRole('tab', { name: 'Para você' }).click()
  },
  'another tab of the app': {
    end: page => inApp(page, '.tab-bar button').nth(3).click(),
    back: page => inApp(page, '.tab-bar button').nth(1).click()
  },
  'a sheet over it': {
    async end(page) {
      // The sheet's own trailer would ask for an episode too.
      await page.route('**/chunks/trailer-and-episodes-*', route => route.abort())
      await inApp(page, '.feed-round').nth(1).click()
      await inApp(page, '.favorite').waitFor()
    },
    back: page => inApp(page, '.favorite').press('Escape')
  },
  'a page scrolled past it': {
    end: page => page.evaluate(() => document.querySelector('drama-app')?.setAttribute('style', 'margin-top: 2000px'))
  },
  'a wish for stillness': {
    end: page => page.emulateMedia({ reducedMotion: 'reduce' }),
    back: page => page.emulateMedia({ reducedMotion: 'no-preference' })
  },
  'an element taken away': {
    end: page => page.evaluate(() => document.querySelector('drama-app')?.remove())
  }
}

function setVisible(page: Page, state: 'hidden' | 'visible') {
  return page.evaluate(next => {
    Object.defineProperty(document, 'visibilityState', { value: next, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

test.each(Object.entries(endings))(
  'the picture ends, and asks the network for no more, with %s',
  async (_name, ending) => {
    const { page, media, requestedEpisodes } = await openFeed({}, opened => opened.clock.install())
    await expect.poll(() => isMoving(page)).toBe(true)
    await ending.end(page)
    await expect.poll(() => videos(page)).toEqual(stopped)
    const before = media.length
    await page.clock.runFor(SETTLE_MS)
    expect([media.length, requestedEpisodes.length]).toEqual([before, 1])
    if (!ending.back) return
    await ending.back(page)
    await expect.poll(() => isMoving(page)).toBe(true)
    expect(requestedEpisodes).toHaveLength(1)
  }
)

test('while the player is on top nothing moves beneath it', async () => {
  const { page } = await openFeed()
  await expect.poll(() => isMoving(page)).toBe(true)
  await inApp(page, '.feed-card').getByRole('button', { name: 'Assistir agora' }).first().click()
  await expect
    .poll(() => inApp(page, '[data-offset="0"] video').evaluate((one: HTMLVideoElement) => !one.paused))
    .toBe(true)
  await expect.poll(async () => (await videos(page))?.slice(0, 1)).toEqual(stopped)
  const all = await videos(page)
  expect(all).toHaveLength(4)
  expect(all?.filter(({ paused }) => !paused)).toHaveLength(1)
})

/** Less than the time after which a slide asks, because the two clocks start at different moments. */
const REST_MS = 300

test('on the way through ten slides nothing is asked for but where the viewer comes to rest', async () => {
  const { page, requestedEpisodes } = await openFeed()
  await expect.poll(() => requestedEpisodes.length).toBe(1)
  // A loaded machine may rest on a slide for as long as a viewer who looks at it.
  const rests = await inApp(page, '.page:not([hidden])').evaluate(async shown => {
    const milliseconds: number[] = []
    for (let slide = 1; slide <= 10; slide++) {
      shown.scrollTo({ top: slide * shown.clientHeight, behavior: 'instant' })
      const since = performance.now()
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      milliseconds.push(performance.now() - since)
    }
    return milliseconds
  })
  await expect.poll(() => isMoving(page)).toBe(true)
  const { list } = await read(page, '/index/feed')
  const passed = list.slice(1, 10).filter((_: unknown, index: number) => (rests[index] ?? 0) < REST_MS)
  const passedIds: string[] = passed.map(({ episode }: { episode: { id: string } }) => episode.id)
  expect(passedIds.filter(id => requestedEpisodes.includes(id))).toEqual([])
  expect([requestedEpisodes[0], requestedEpisodes.at(-1)]).toEqual([list[0].episode.id, list[10].episode.id])
})

test.each([
  ['the viewer wants less motion', { reducedMotion: 'reduce' } as const, undefined],
  ['the viewer saves data', {}, { saveData: true }],
  ['the connection is slow', {}, { effectiveType: '2g' }]
])('nothing moves and nothing is asked for where %s', async (_name, options, connection) => {
  const { page, requestedEpisodes } = await openFeed(options, async opened => {
    await opened.clock.install()
    await opened.addInitScript(known => {
      if (known) Object.defineProperty(navigator, 'connection', { value: known })
    }, connection)
  })
  await page.clock.runFor(SETTLE_MS)
  await feed(page).press('ArrowDown')
  await expect.poll(() => inApp(page, '.page:not([hidden])').evaluate(one => one.scrollTop / one.clientHeight)).toBe(1)
  await page.clock.runFor(SETTLE_MS)
  expect([requestedEpisodes, await videos(page)]).toEqual([[], []])
})

test('what cannot be had or played leaves its poster, without a word', async () => {
  const { page, requestedEpisodes } = await openFeed({}, opened => opened.route(/\/m\//, route => route.abort()))
  await expect.poll(() => videos(page)).toEqual(stopped)
  expect([await isMoving(page), await inApp(page, '.toast').count()]).toEqual([false, 0])
  await page.unroute(/\/m\//)
  await page.route('**/drama/play', route => route.abort())
  await feed(page).press('ArrowDown')
  await expect.poll(() => requestedEpisodes.length).toBe(2)
  expect([await isMoving(page), await inApp(page, '.toast').count()]).toEqual([false, 0])
  await page.unroute('**/drama/play')
  await feed(page).press('ArrowUp')
  await expect.poll(() => isMoving(page)).toBe(true)
})

test('fifty slides take one video element, and count for nothing: no place, no event, all still in the feed', async () => {
  const { page } = await openFeed()
  const { list } = await read(page, '/index/feed?page_size=50')
  for (let slide = 0; slide < 50; slide++) {
    // Only the sample dramas have real media.
    if (slide < SAMPLES) await expect.poll(() => isMoving(page)).toBe(true)
    else await inApp(page, '.feed-card').nth(1).waitFor()
    expect(await videos(page)).toHaveLength(1)
    await feed(page).press('ArrowDown')
  }
  expect(await hostEvents(page)).toEqual([])
  expect((await read(page, '/user/history')).list).toEqual([])
  expect((await read(page, '/index/feed?page_size=50')).list).toEqual(list)
})

test('a heart is the same in the feed, the sheet, the list and the other tab of the browser', async () => {
  const { page } = await openFeed()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.locator('drama-app').getByRole('tab', { name: 'Para você' }).click()
  const heart = (of: Page) => inApp(of, '.feed-round').first()
  const isKept = (of: Page) => heart(of).evaluate(one => one.hasAttribute('data-kept'))
  await heart(page).click()
  await expect.poll(() => isKept(other)).toBe(true)
  await inApp(other, '.feed-round').nth(1).click()
  const inSheet = inApp(other, '.favorite')
  await expect.poll(() => inSheet.evaluate(one => one.hasAttribute('data-kept'))).toBe(true)
  await inSheet.click()
  await expect.poll(() => Promise.all([page, other].map(isKept))).toEqual([false, false])
  await heart(page).click()
  await expect.poll(() => isKept(other)).toBe(true)
  await other.keyboard.press('Escape')
  await inApp(other, '.tab-bar button').nth(2).click()
  await inApp(other, '.library .segments button').nth(1).click()
  const cards = inApp(other, '.library-card')
  await expect.poll(() => cards.count()).toBe(1)
  await heart(page).click()
  await expect.poll(() => cards.count()).toBe(0)
  const saved = page.waitForResponse(answer => answer.url().endsWith('/user/favorite'))
  await heart(page).click()
  await saved
  await page.reload()
  await page.locator('drama-app').getByRole('tab', { name: 'Para você' }).click()
  await expect.poll(() => isKept(page)).toBe(true)
  const { list } = await read(page, '/user/favorites')
  await post(page, '/user/favorite', { drama_id: list[0].id, on: 0 })
  await page.reload()
  await page.locator('drama-app').getByRole('tab', { name: 'Para você' }).click()
  await inApp(page, '.feed-card').first().waitFor()
  expect(await isKept(page)).toBe(false)
})
