import { expect, test } from 'vitest'
import { chooseLanguage, DESKTOP, inApp, PHONE, prepareJourneys } from '../support/journey.js'
import { readEpisodeLabel } from '../support/player-page.js'
import { readPresentedFrames, recordPresentedFrames } from '../support/presented-frames.js'
import { takeScreenshot } from '../support/screenshots.js'

const SIZES = { phone: PHONE, desktop: DESKTOP }

const journeys = prepareJourneys()

const open = (path: string, viewport = PHONE) => journeys.open(path, { viewport })

test('D-021 D-022 D-031 D-043 the standalone site owns its address: pages, Back and reload', async () => {
  const page = await open('/?lpid=a1')
  await inApp(page, '.hero-slide .button').first().click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/pages/index/play')
  // The tabs stay until the player has come in.
  await inApp(page, '.tab-bar').waitFor({ state: 'detached' })
  await page.reload()
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 1')
  await page.goBack()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  await inApp(page, '.hero h2').first().waitFor()
})

test('D-023 D-063 D-064 tabs: each page comes with its own code, and the current tab goes nowhere', async () => {
  const page = await open('/')
  await inApp(page, '.hero h2').first().waitFor()
  const scripts: string[] = []
  page.on('request', request => request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname))
  for (const [tab, selector, chunk] of [
    [1, '.feed-card h2', 'discover-page'],
    [2, '.notice', 'library-page'],
    [3, '.profile-name', 'profile-page']
  ] as const) {
    await inApp(page, '.tab-bar button').nth(tab).click()
    await inApp(page, selector).first().waitFor()
    expect(scripts.some(script => script.includes(`/chunks/${chunk}-`))).toBe(true)
    await takeScreenshot(page, `tab-${chunk}`)
  }
  const readPlace = async () => [await page.evaluate(() => history.length), new URL(page.url()).pathname]
  const place = await readPlace()
  expect(place[1]).toBe('/pages/index/my')
  await inApp(page, '.tab-bar button').nth(3).click()
  await inApp(page, '.profile-name').first().waitFor()
  expect(await readPlace()).toEqual(place)
})

test.each(['/pages/index/nowhere', '/nowhere'])(
  'D-056 the address %s, which is no page, is 404, says so and leads Home',
  async path => {
    const statuses: number[] = []
    const page = await journeys.open(path, { viewport: PHONE }, async opened => {
      opened.on('response', response => response.request().isNavigationRequest() && statuses.push(response.status()))
    })
    expect(statuses).toEqual([404])
    await inApp(page, '.notice').waitFor()
    expect(await inApp(page, '.notice p').textContent()).toBe('Esta página não existe.')
    await inApp(page, '.notice button').click()
    await inApp(page, '.hero h2').first().waitFor()
  }
)

test('the language switch in My changes the whole app and is remembered', async () => {
  const page = await open('/pages/index/my')
  await chooseLanguage(page, 'zh-Hans')
  await expect.poll(() => inApp(page, '.tab-bar button').allTextContents()).toEqual(['首页', '发现', '追剧', '我的'])
  await page.reload()
  await expect.poll(() => inApp(page, '.tab-bar button').first().textContent()).toBe('首页')
})

test('an address chooses the language, until the viewer has chosen another', async () => {
  const page = await open('/pages/index/my?lang=en')
  const readTabs = () => inApp(page, '.tab-bar button').allTextContents()
  await expect.poll(readTabs).toEqual(['Home', 'Discover', 'List', 'My'])
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
  await chooseLanguage(page, 'zh-Hans')
  await expect.poll(async () => (await readTabs())[0]).toBe('首页')
  await page.goto(`${journeys.origin}/?lang=en`)
  await expect.poll(async () => (await readTabs())[0]).toBe('首页')
})

test('the data for search engines are no script to the browser, and the policy of the page allows them', async () => {
  const page = await journeys.open('/?drama=d_winter-bride&ep=2&lang=en', { viewport: PHONE }, async opened => {
    await opened.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
        document.documentElement.dataset.violated = violatedDirective
      })
    })
  })
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
  const read = () => ({
    data: JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? 'null'),
    violated: document.documentElement.dataset.violated,
    canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
  })
  const { data, violated, canonical } = await page.evaluate(read)
  expect([data.name, data.partOfSeries.name]).toEqual(['The Winter Bride · Episode 2', 'The Winter Bride'])
  expect([violated, canonical]).toEqual([undefined, `${journeys.origin}/?drama=d_winter-bride&ep=2&lang=en`])
})

test.each(Object.keys(SIZES) as (keyof typeof SIZES)[])(
  'D-027 D-028 D-254 Home, list of dramas and player hold together on a %s',
  async size => {
    const page = await open('/', SIZES[size])
    for (const lang of ['pt', 'en', 'zh-Hant']) {
      await page.evaluate(tag => document.querySelector('drama-app')?.setAttribute('lang', tag), lang)
      await expect.poll(() => inApp(page, '.app').getAttribute('lang')).toBe(lang)
      await inApp(page, '.hero .poster[data-loaded]').first().waitFor()
      await takeScreenshot(page, `home-${size}-${lang}`)
      const width = await inApp(page, '.page:not([hidden])').evaluate(element => [
        element.scrollWidth,
        element.clientWidth
      ])
      expect(width[0]).toBe(width[1])
    }
    const box = await inApp(page, '.app').boundingBox()
    const expected = Math.min(1440, SIZES[size].width)
    expect([box?.width, box?.x]).toEqual([expected, (SIZES[size].width - expected) / 2])
    await recordPresentedFrames(page)
    await inApp(page, '.row .card').first().click()
    await expect.poll(async () => (await readPresentedFrames(page)).length).toBeGreaterThan(0)
    await takeScreenshot(page, `play-${size}`)
    // A wide player has its episodes beside it.
    if (expected >= 1000) return inApp(page, '.side-panel .episode-list-grid').waitFor()
    await inApp(page, 'button.episode-bar').click()
    await inApp(page, '.episode-list-grid').waitFor()
    await takeScreenshot(page, `picker-${size}`)
    await page.keyboard.press('Escape')
    await inApp(page, '.episode-list').waitFor({ state: 'detached' })
  }
)

test('the React 19 host page runs the build for React hosts, and hears its events', async () => {
  const page = await open('/host/', SIZES.desktop)
  await inApp(page, '.hero h2').first().waitFor()
  await expect.poll(() => page.locator('body').textContent()).toContain('drama-visit')
  await recordPresentedFrames(page)
  await inApp(page, '.hero-slide .button').first().click()
  await expect.poll(async () => (await readPresentedFrames(page))[0]?.episode, { timeout: 15_000 }).toBe(1)
  await takeScreenshot(page, 'host-desktop')
})

test('every partner sample shows the app', async () => {
  const list = await open('/partners/')
  const links = await list.locator('a[href]').evaluateAll((all: HTMLAnchorElement[]) => all.map(link => link.href))
  const samples = links.filter(
    link => new URL(link).pathname.startsWith('/partners/') && new URL(link).pathname !== '/partners/'
  )
  expect(samples.length).toBeGreaterThanOrEqual(5)
  for (const sample of new Set(samples)) {
    const page = await open(new URL(sample).pathname, SIZES.desktop)
    // One sample opens the app with a button.
    const opener = page.locator('[data-novela]').first()
    if ((await opener.count()) > 0) await opener.click()
    await inApp(page, ':is(.hero h2, .player)').first().waitFor()
    await takeScreenshot(page, `partner-${new URL(sample).pathname.split('/').at(2)}`)
  }
})
