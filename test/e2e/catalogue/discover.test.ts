import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DESKTOP, inApp, PHONE, prepareJourneys } from '../support/journey.js'
import { takeScreenshot } from '../support/screenshots.js'
import { getSharedProduct } from '../support/shared-products.js'

const journeys = prepareJourneys(() => getSharedProduct('busy'))

const shown = (page: Page) => inApp(page, '.page:not([hidden])')
const section = (page: Page, name: string) => page.locator('drama-app').getByRole('tab', { name })
const chip = (page: Page, name: string) => page.locator('drama-app').getByRole('button', { name, exact: true })
const place = (page: Page) => shown(page).evaluate(e => e.scrollTop)

async function open(query = '', viewport = PHONE): Promise<Page> {
  const page = await journeys.open(`/pages/index/dramas${query}`, { viewport, hasTouch: true })
  await inApp(page, '.segments').waitFor()
  return page
}

async function scrollTo(page: Page, top: number) {
  await expect.poll(() => shown(page).evaluate(e => e.scrollHeight - e.clientHeight)).toBeGreaterThanOrEqual(top)
  await shown(page).evaluate((e, to) => e.scrollTo({ top: to, behavior: 'instant' }), top)
}

const slideTitle = async (page: Page) => {
  const height = (await shown(page).boundingBox())?.height ?? 0
  for (const title of await inApp(page, '.feed-card h2').all()) {
    const box = await title.boundingBox()
    if (box && box.y > 0 && box.y < height) return title.textContent()
  }
  return null
}

test('D-031 D-038 the tag of the address is chosen and in sight, and its dramas are shown', async () => {
  const page = await open('?tag=tag-7')
  const pressed = inApp(page, '.chips [aria-pressed="true"]').first()
  await expect.poll(() => pressed.textContent()).toBe('tag-7 pt')
  await expect
    .poll(async () => {
      const box = await pressed.boundingBox()
      return box !== null && box.x >= 0 && box.x + box.width <= 375
    })
    .toBe(true)
  const cards = inApp(page, '.grid li')
  await expect.poll(() => cards.first().getAttribute('aria-setsize')).toBe('7')
  await chip(page, 'Completas').click()
  await expect.poll(() => cards.first().getAttribute('aria-setsize')).toBe('3')
  await inApp(page, '.chips button').first().click()
  await expect.poll(async () => Number(await cards.first().getAttribute('aria-setsize'))).toBeGreaterThan(7)
})

test('D-038 Discover opens on the feed', async () => {
  const page = await open()
  expect(await section(page, 'Para você').getAttribute('aria-selected')).toBe('true')
  await inApp(page, '.feed-card h2').first().waitFor()
})

test('D-038 a tag that nobody has offers the way to all dramas', async () => {
  const page = await open('?tag=nobody')
  await inApp(page, '.notice button').click()
  await inApp(page, '.grid .card').first().waitFor()
})

test('D-038 all dramas come as the viewer scrolls, and only those near the screen are in the document', async () => {
  const page = await open('?sort=hot')
  const cards = inApp(page, '.grid li')
  await cards.first().waitFor()
  await expect
    .poll(async () => {
      await shown(page).evaluate(e => e.scrollTo({ top: e.scrollHeight, behavior: 'instant' }))
      return cards.last().getAttribute('aria-posinset')
    })
    .toBe('82')
  expect(await cards.count()).toBeLessThan(60)
})

test('D-038 each part is found again where it was, also after another tab', async () => {
  const page = await open('?sort=hot')
  await inApp(page, '.grid .card').first().waitFor()
  await scrollTo(page, 420)
  await section(page, 'Ranking').click()
  await inApp(page, '.ranked-line').first().waitFor()
  expect(await place(page)).toBe(0)
  await scrollTo(page, 300)
  await section(page, 'Para você').click()
  await inApp(page, '.feed-card h2').first().waitFor()
  await inApp(page, '.discover-feed').press('ArrowDown')
  const { height } = (await shown(page).boundingBox()) ?? { height: 0 }
  await expect.poll(() => place(page)).toBe(height)
  await section(page, 'Todas').click()
  await expect.poll(() => place(page)).toBe(420)
  await section(page, 'Ranking').click()
  await expect.poll(() => place(page)).toBe(300)
  await inApp(page, '.tab-bar button').nth(3).click()
  await inApp(page, '.profile-name').waitFor()
  await inApp(page, '.tab-bar button').nth(1).click()
  await expect.poll(() => place(page)).toBe(300)
  await section(page, 'Para você').click()
  await expect.poll(() => place(page)).toBe(height)
})

test('D-038 the parts are tabs for the keyboard', async () => {
  const page = await open('?sort=hot')
  await section(page, 'Todas').focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => section(page, 'Ranking').getAttribute('aria-selected')).toBe('true')
  await inApp(page, '.ranked-line').first().waitFor()
  await page.keyboard.press('Home')
  await expect.poll(() => section(page, 'Para você').getAttribute('aria-selected')).toBe('true')
  expect(await inApp(page, '.segments button[tabindex="0"]').count()).toBe(1)
  expect(await page.locator('drama-app').getByRole('tabpanel').count()).toBe(1)
})

test('D-038 the feed shows one drama to a screen, turns by keys, and goes on to its end', async () => {
  const page = await open()
  await section(page, 'Para você').click()
  const feed = inApp(page, '.discover-feed')
  await inApp(page, '.feed-card h2').first().waitFor()
  const frame = await shown(page).boundingBox()
  expect(await inApp(page, '.feed-slide').first().boundingBox()).toEqual(frame)
  const first = await slideTitle(page)
  await feed.press('PageDown')
  await expect.poll(() => slideTitle(page)).not.toBe(first)
  const second = await slideTitle(page)
  await feed.press('ArrowDown')
  await expect.poll(() => slideTitle(page)).not.toBe(second)
  await feed.press('ArrowUp')
  await expect.poll(() => slideTitle(page)).toBe(second)
  await feed.press('Home')
  await expect.poll(() => slideTitle(page)).toBe(first)
  await takeScreenshot(page, 'discover-feed')
  await expect
    .poll(async () => {
      await feed.press('End')
      return inApp(page, '.feed-slide').count()
    })
    .toBe(82)
  expect(await inApp(page, '.feed-card').count()).toBeLessThanOrEqual(3)
})

test('D-038 a drama of the feed can be watched from its first episode, and kept', async () => {
  const page = await open()
  await section(page, 'Para você').click()
  const [card, heart] = [inApp(page, '.feed-card').first(), inApp(page, '.feed-round').first()]
  await card.waitFor()
  const favoriteIds = await page.evaluateHandle(() => {
    const ids: string[] = []
    document.addEventListener('drama-favorite', event => ids.push((event as CustomEvent).detail.drama_id))
    return ids
  })
  const isKept = () => heart.evaluate(one => one.hasAttribute('data-kept'))
  const name = await heart.getAttribute('aria-label')
  const saved = page.waitForResponse(
    answer => answer.url().includes('/user/favorite') && answer.request().method() === 'POST'
  )
  await heart.click()
  expect(await isKept()).toBe(true)
  expect(await heart.getAttribute('aria-label')).not.toBe(name)
  expect((await saved).status()).toBe(200)
  await expect.poll(() => favoriteIds.jsonValue()).toHaveLength(1)
  const [dramaId] = await favoriteIds.jsonValue()
  await page.reload()
  await section(page, 'Para você').click()
  await expect.poll(isKept).toBe(true)
  await card.getByRole('button', { name: 'Assistir agora' }).click()
  await expect
    .poll(() => page.evaluate(() => (location.pathname + location.search).replace(/&t=\d+$/, '')))
    .toBe(`/pages/index/play?drama_id=${dramaId}&episode_no=1`)
})

test('D-038 rankings have numbers from 1 to 50, of which the first three stand out', async () => {
  const page = await open()
  await section(page, 'Ranking').click()
  const numbers = inApp(page, '.ranked-no')
  await numbers.first().waitFor()
  expect(await numbers.allTextContents()).toEqual(Array.from({ length: 50 }, (_, no) => String(no + 1)))
  const sizes = await numbers.evaluateAll(all =>
    all.slice(0, 5).map(one => Number.parseFloat(getComputedStyle(one).fontSize))
  )
  expect(Math.min(...sizes.slice(0, 3))).toBeGreaterThan(Math.max(...sizes.slice(3)))
  await takeScreenshot(page, 'discover-rank')
  const first = await inApp(page, '.ranked-line strong').first().textContent()
  await chip(page, 'Novidades').click()
  await expect.poll(() => inApp(page, '.ranked-line strong').first().textContent()).not.toBe(first)
  await inApp(page, '.ranked-line button').first().click()
  await inApp(page, '.player').waitFor()
})

test('D-038 a part without an answer says so; the others are there, and a tap tries again', async () => {
  const page = await open()
  await page.route('**/index/rank?*', each => each.abort())
  await section(page, 'Ranking').click()
  const failure = inApp(page, '.failure')
  await failure.waitFor()
  expect(await failure.textContent()).toContain('Verifique sua internet')
  await section(page, 'Todas').click()
  await inApp(page, '.grid .card').first().waitFor()
  await section(page, 'Ranking').click()
  await page.unroute('**/index/rank?*')
  await failure.click()
  await inApp(page, '.ranked-line').first().waitFor()
})

test('D-038 pulled down, the part on screen is asked for again', async () => {
  const page = await open()
  await section(page, 'Ranking').click()
  await inApp(page, '.ranked-line').first().waitFor()
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 180, y }] })
  const requestedPaths: string[] = []
  page.on('request', request => requestedPaths.push(new URL(request.url()).pathname))
  await expect
    .poll(async () => {
      await touch('touchStart', 250)
      for (let y = 260; y <= 420; y += 20) await touch('touchMove', y)
      await touch('touchEnd')
      return requestedPaths.filter(path => path.startsWith('/index/'))
    })
    .toContain('/index/rank')
  expect(requestedPaths).not.toContain('/index/discover')
})

test('D-038 every part holds together in long words and in Chinese, in every size, with targets for a finger', async () => {
  for (const viewport of [{ width: 320, height: 568 }, PHONE, DESKTOP]) {
    const page = await open('', viewport)
    for (const [lang, names] of Object.entries({
      es: ['Para ti', 'Ranking', 'Todas'],
      'zh-Hant': ['推薦', '排行榜', '全部']
    })) {
      await page.evaluate(tag => document.querySelector('drama-app')?.setAttribute('lang', tag), lang)
      for (const name of names) {
        await section(page, name).click()
        await inApp(page, 'section:not([hidden]) :is(.feed-card h2, .ranked-line, .card)').first().waitFor()
        await takeScreenshot(page, `discover-${viewport.width}-${lang}-${names.indexOf(name)}`)
        const [wide, room] = await shown(page).evaluate(e => [e.scrollWidth, e.clientWidth])
        expect([name, wide]).toEqual([name, room])
        const small = await shown(page).evaluate(e =>
          [...e.querySelectorAll('button')]
            .map(button => ({ ...button.getBoundingClientRect().toJSON(), text: button.textContent }))
            .filter(({ width, height }) => width > 0 && (width < 44 || height < 44))
        )
        expect(small).toEqual([])
      }
    }
    await page.context().close()
  }
})
