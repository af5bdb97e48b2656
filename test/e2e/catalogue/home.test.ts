import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DESKTOP, inApp, PHONE, prepareJourneys } from '../support/journey.js'
import { readLayoutShifts, recordLayoutShifts } from '../support/layout-shifts.js'
import { holdRequests, type RequestGate } from '../support/media-record.js'
import { takeScreenshot } from '../support/screenshots.js'
import { getSharedProduct } from '../support/shared-products.js'
import { createViewer, watchDramas } from '../support/watched-viewer.js'

const journeys = prepareJourneys(() => getSharedProduct('busy'))

const route = (page: Page) => page.evaluate(() => location.pathname + location.search)
const shown = (page: Page) => inApp(page, '.page:not([hidden])')
const rowOf = (page: Page, title: string) =>
  inApp(page, '.row').filter({ has: page.locator('.row-title', { hasText: title }) })

async function open(viewport = PHONE, before?: (page: Page) => unknown): Promise<Page> {
  const page = await journeys.open('/', { viewport }, before)
  await inApp(page, '.row-title').first().waitFor()
  return page
}

const scrollTo = (page: Locator, top: number) =>
  page.evaluate((e, to) => e.scrollTo({ top: to, behavior: 'instant' }), top)

test('D-033 D-036 the search box stands at the top, says what to enter, and opens the search', async () => {
  const page = await open()
  const box = inApp(page, '.search-field')
  expect(await box.textContent()).toBe('Digite palavras-chave')
  const place = await box.boundingBox()
  expect(place?.y).toBeLessThan(30)
  expect(place?.height).toBe(44)
  await scrollTo(shown(page), 500)
  await expect.poll(async () => (await box.boundingBox())?.y).toBe(place?.y)
  await box.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => route(page)).toBe('/pages/index/search')
})

test('D-036 in English the placeholder is the one of the specification', async () => {
  const page = await open()
  await page.evaluate(() => document.querySelector('drama-app')?.setAttribute('lang', 'en'))
  await expect.poll(() => inApp(page, '.search-field').textContent()).toBe('Please enter keywords')
})

test('D-033 shelves go on as long as there are any', async () => {
  let nextRows: RequestGate | undefined
  const page = await open(DESKTOP, async opened => {
    nextRows = await holdRequests(opened, /\/index\/home\?.*cursor=/)
  })
  const first = await inApp(page, '.row').count()
  nextRows?.open()
  // The end of the list comes with a chunk that Home loads later.
  await expect
    .poll(async () => {
      await shown(page).evaluate(e => e.scrollTo({ top: e.scrollHeight, behavior: 'instant' }))
      const titles = await inApp(page, '.row-title').count()
      return titles > first && (await inApp(page, '.infinite-list-end').isHidden())
    })
    .toBe(true)
  await takeScreenshot(page, 'home-end')
})

test('D-038 what all of a shelf is, Discover shows', async () => {
  const page = await open()
  const tagged = rowOf(page, 'tag-6 pt')
  await tagged.getByRole('button', { name: 'Ver tudo: tag-6 pt' }).click()
  await expect.poll(() => route(page)).toBe('/pages/index/dramas?tag=tag-6')
  const chip = inApp(page, '.chips [aria-pressed="true"]').first()
  await expect.poll(() => chip.textContent()).toBe('tag-6 pt')
  await inApp(page, '.tab-bar button').first().click()
  await rowOf(page, 'Novidades').getByRole('button', { name: 'Ver tudo' }).click()
  await expect
    .poll(() => inApp(page, '.chips[data-kind="plain"] [aria-pressed="true"]').textContent())
    .toBe('Novidades')
})

test('D-037 what was begun can be continued, with how far it is, and nothing on screen moves for it', async () => {
  const page = await open()
  expect(await inApp(page, '.row-title').first().textContent()).toBe('Top 10 do momento')
  await scrollTo(shown(page), 600)
  const card = rowOf(page, 'Novidades').locator('.card').first()
  await expect.poll(async () => (await card.boundingBox())?.y).toBeLessThan(700)
  const before = await card.boundingBox()
  await inApp(page, '.row .card')
    .first()
    .evaluate((one: HTMLElement) => one.click())
  await inApp(page, '.player').waitFor()
  await expect
    .poll(() =>
      inApp(page, '.player video').evaluateAll(all =>
        Math.max(...all.map(one => (one as HTMLVideoElement).currentTime))
      )
    )
    .toBeGreaterThan(1)
  await page.goBack()
  const row = rowOf(page, 'Continuar assistindo')
  await row.waitFor()
  await expect.poll(async () => Math.abs(((await card.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2)
  expect(await row.locator('.card-meta').textContent()).toBe('EP 1 · falta 1 min')
  expect(await row.locator('.card-progress').textContent()).toMatch(/^\d+% assistido$/)
  await row.getByRole('button', { name: 'Ver tudo: Continuar assistindo' }).evaluate((one: HTMLElement) => one.click())
  await expect.poll(() => route(page)).toBe('/pages/index/record')
})

test('D-037 what can be continued plays without waiting for the API or for code', async () => {
  const page = await open()
  await inApp(page, '.row .card').first().click()
  const watched = () =>
    inApp(page, '.player video').evaluateAll(all => Math.max(...all.map(one => (one as HTMLVideoElement).currentTime)))
  await expect.poll(watched).toBeGreaterThan(1)
  const saved = page.waitForResponse(/\/drama\/progress/)
  await page.goBack()
  await saved
  const prepared = page.waitForResponse(/\/drama\/play$/)
  await page.reload()
  await prepared
  await page.route(/\/drama\/play$|chunks\/(play|instant-start)-/, route => route.abort())
  await rowOf(page, 'Continuar assistindo').locator('.card').click()
  await expect.poll(watched).toBeGreaterThan(0.2)
})

test('D-033 D-037 while Home arrives nothing jumps, also with something to continue', async () => {
  const page = await open()
  const drama = 'd_winter-bride'
  await page.evaluate(async id => {
    const element = document.querySelector('drama-app') as unknown as {
      navigateTo(to: { url: string }): Promise<unknown>
    }
    await element.navigateTo({ url: `/pages/index/play?drama_id=${id}&episode_no=1` })
  }, drama)
  const saved = page.waitForResponse(answer => answer.url().includes('/drama/progress'))
  await expect
    .poll(() =>
      inApp(page, '.player video').evaluateAll(all =>
        Math.max(...all.map(one => (one as HTMLVideoElement).currentTime))
      )
    )
    .toBeGreaterThan(1)
  await page.goBack()
  await saved
  await recordLayoutShifts(page)
  await page.goto(journeys.origin)
  await rowOf(page, 'Continuar assistindo').waitFor()
  await inApp(page, '.hero .poster[data-loaded]').first().waitFor()
  expect(await readLayoutShifts(page)).toBeLessThan(0.02)
})

test('D-033 without an answer it says so, and a tap brings Home', async () => {
  const page = await open()
  await page.route('**/index/home?*', each => each.abort())
  await page.reload()
  const failure = inApp(page, '.failure')
  await failure.waitFor()
  expect(await failure.textContent()).toContain('Verifique sua internet')
  await page.unroute('**/index/home?*')
  await failure.click()
  await inApp(page, '.row-title').first().waitFor()
})

test('a title of any length stays in its place', async () => {
  const title = 'O Retorno Impossível da Herdeira Desaparecida que Voltou Para se Vingar de Todos no Dia do Casamento'
  const page = await journeys.open('/', {}, opened =>
    opened.route('**/index/**', async route => {
      const answer = await route.fetch()
      const body = (await answer.text()).replaceAll('"A Noiva do Inverno"', JSON.stringify(title))
      await route.fulfill({ response: answer, body })
    })
  )
  const heading = inApp(page, '.hero h2').first()
  await expect.poll(() => heading.textContent()).toBe(title)
  const [text, box] = await Promise.all([heading.boundingBox(), inApp(page, '.hero').boundingBox()])
  expect(text && box && text.y >= box.y).toBe(true)
})

const LONG_WORD = 'Inconstitucionalissimamentedesoxirribonu'

/** Answers with `change` applied to every text of the catalogue, and without covers. */
const openChanged = (viewport: { width: number; height: number }, change: (body: string) => string) =>
  open(viewport, async page => {
    await page.route(/\/index\/(home|visitor_login)/, async each => {
      const answer = await each.fetch()
      await each.fulfill({ response: answer, body: change(await answer.text()) })
    })
    await page.route(/\/covers\//, each => each.abort())
  })

test('a word of 40 letters stays in its card at 320 px, and a cover that fails leaves its colour and title', async () => {
  const page = await openChanged({ width: 320, height: 568 }, body =>
    body.replace(/"title":"[^"]*"/g, `"title":"${LONG_WORD}"`)
  )
  const card = inApp(page, '.row .card').nth(1)
  const seen = await card.evaluate(element => {
    const [cover, title, badge] = ['.card-cover', '.card-title', '.badge'].map(name => element.querySelector(name))
    return {
      title: title?.textContent,
      isInside: (title?.scrollWidth ?? 0) <= (title?.clientWidth ?? 0),
      lines: Math.round((title?.clientHeight ?? 0) / Number.parseFloat(getComputedStyle(title as Element).lineHeight)),
      colour: getComputedStyle(cover as Element).backgroundColor,
      badge: getComputedStyle(badge as Element).opacity
    }
  })
  expect(seen).toMatchObject({ title: LONG_WORD, isInside: true, lines: 2, badge: '0' })
  expect(seen.colour).toMatch(/^rgb\(\d+, \d+, \d+\)$/)
  expect(await shown(page).evaluate(e => e.scrollWidth - e.clientWidth)).toBe(0)
})

test('a card is called by its title first, whether of a shelf or of what the viewer watched', async () => {
  const storageState = await createViewer(journeys.browser, journeys.origin, watchDramas)
  const page = await journeys.open('/', { storageState })
  await inApp(page, '.row-track[data-kind="continue"] .card').first().waitFor()
  const cards = await inApp(page, '.row .card').all()
  expect(cards.length).toBeGreaterThan(10)
  for (const card of cards) {
    const title = (await card.locator('.card-title').textContent()) ?? ''
    expect((await card.ariaSnapshot()).split('\n')[0]).toContain(`button "${title} `)
  }
})

test('each cover says how many episodes are free, and says new before complete', async () => {
  const page = await open()
  const answer = await page.request.get(`${journeys.origin}/index/home?lang=pt`)
  const { shelves } = (await answer.json()).data as {
    shelves: {
      list: { id: string; is_new: boolean; is_finished: boolean; free_count: number; episode_count: number }[]
    }[]
  }
  for (const drama of shelves[1]?.list ?? []) {
    const badges = inApp(page, '.row').nth(1).locator(`[data-drama="${drama.id}"] .badge`)
    const state = drama.is_new ? ['Nova'] : drama.is_finished ? ['Completa'] : []
    const free = Math.min(drama.free_count, drama.episode_count)
    expect(await badges.allTextContents()).toEqual([...state, ...(free > 0 ? [`${free} grátis`] : [])])
  }
})
