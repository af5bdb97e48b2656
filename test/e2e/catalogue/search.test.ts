import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { dramaSheet, openSheetBy, openSheetByMouse } from '../support/drama-sheet.js'
import { DESKTOP, inApp, PHONE, prepareJourneys } from '../support/journey.js'
import { holdRequests } from '../support/media-record.js'
import { takeScreenshot } from '../support/screenshots.js'

const TOUCH = { viewport: PHONE, hasTouch: true, isMobile: true }
const SEARCH = '/pages/index/search'

const journeys = prepareJourneys()

const open = (address: string, options: BrowserContextOptions = { viewport: DESKTOP }) =>
  journeys.open(address, options)
const field = (page: Page) => inApp(page, 'search input')
const titles = (page: Page) => inApp(page, '.page:not([hidden]) .drama-line strong').allTextContents()
const route = (page: Page) => new URL(page.url()).pathname
const isFocused = (target: Locator) =>
  target.evaluate(element => (element.getRootNode() as ShadowRoot).activeElement === element)

describe('search', () => {
  test('D-045 opens with the focus in its field, proposes while one types, and finds', async () => {
    const page = await open(SEARCH)
    await expect.poll(() => isFocused(field(page))).toBe(true)
    expect(await field(page).getAttribute('placeholder')).toBe('Digite palavras-chave')
    await inApp(page, '.search-hot li').first().waitFor()
    await field(page).pressSequentially('no')
    await inApp(page, '.suggestions button').filter({ hasText: 'A Noiva do Inverno' }).click()
    await expect.poll(() => titles(page)).toEqual(['A Noiva do Inverno'])
    expect(await field(page).inputValue()).toBe('A Noiva do Inverno')
    await field(page).fill('VINGANCA')
    await field(page).press('Enter')
    await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(3)
    expect(await inApp(page, '.drama-line mark').allTextContents()).toContain('Vingança')
    await takeScreenshot(page, 'search-found')
  })

  test('its placeholder is the specified one in English', async () => {
    const page = await open(SEARCH)
    await page.evaluate(() => document.querySelector('drama-app')?.setAttribute('lang', 'en'))
    await expect.poll(() => field(page).getAttribute('placeholder')).toBe('Please enter keywords')
  })

  test('D-031 a keyword in the address opens on the results, to which Back returns as they were', async () => {
    const page = await open(`${SEARCH}?keyword=a`, TOUCH)
    await inApp(page, '.drama-line').first().waitFor()
    expect(await isFocused(field(page))).toBe(false)
    const place = () => inApp(page, '.page:not([hidden])').evaluate(element => element.scrollTop)
    await inApp(page, '.page:not([hidden])').evaluate(element => element.scrollTo({ top: 230, behavior: 'instant' }))
    await expect.poll(place).toBe(230)
    const before = await titles(page)
    await inApp(page, '.drama-line').nth(3).tap()
    await expect.poll(() => route(page)).toBe('/pages/index/play')
    await page.goBack()
    await expect.poll(() => route(page)).toBe(SEARCH)
    await expect.poll(place).toBe(230)
    expect(await titles(page)).toEqual(before)
  })

  test('what was searched is offered again, until it is removed one by one or all', async () => {
    const page = await open(SEARCH)
    for (const keyword of ['noiva', 'lobo', '总裁']) {
      await field(page).fill(keyword)
      await field(page).press('Enter')
    }
    await page.reload()
    const chips = inApp(page, '.chip > button:first-child')
    await expect.poll(() => chips.allTextContents()).toEqual(['总裁', 'lobo', 'noiva'])
    await inApp(page, '.chip').getByLabel('Remover lobo').click()
    await expect.poll(() => chips.allTextContents()).toEqual(['总裁', 'noiva'])
    await chips.nth(1).click()
    await expect.poll(() => titles(page)).toEqual(expect.arrayContaining(['A Noiva do Inverno']))
    await inApp(page, 'search').getByLabel('Limpar').click()
    await inApp(page, '.search-clear').click()
    await expect.poll(() => chips.count()).toBe(0)
    await page.reload()
    await inApp(page, '.search-hot').waitFor()
    expect(await chips.count()).toBe(0)
  })

  test('what is typed is text and nothing else; what is not found leads on', async () => {
    const page = await open(SEARCH)
    const keyword = '<img src=x onerror="document.title=1"> \'; drop table dramas;-- 🙂'
    await field(page).fill(keyword)
    await field(page).press('Enter')
    await expect.poll(() => inApp(page, '.search-nothing').textContent()).toContain(keyword)
    expect(await inApp(page, '.search img[src="x"]').count()).toBe(0)
    await inApp(page, '.search .row .card').first().waitFor()
    await takeScreenshot(page, 'search-nothing')
    await field(page).fill('   ')
    await field(page).press('Enter')
    await inApp(page, '.search-hot').waitFor()
    await field(page).fill('x'.repeat(300))
    expect((await field(page).inputValue()).length).toBe(140)
  })

  test('without a connection a tap, and the connection itself, try again', async () => {
    const page = await open(SEARCH)
    await inApp(page, '.search-hot').waitFor()
    await page.context().setOffline(true)
    await field(page).fill('noiva')
    await field(page).press('Enter')
    await inApp(page, '.search .failure').waitFor()
    await page.context().setOffline(false)
    await expect.poll(() => titles(page)).toEqual(expect.arrayContaining(['A Noiva do Inverno']))
  })
})

describe('the drama sheet', () => {
  async function hold(page: Page) {
    const box = await inApp(page, '.drama-line').first().boundingBox()
    if (!box) throw new Error('there is no result')
    const session = await page.context().newCDPSession(page)
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
    const touch = (type: 'touchStart' | 'touchEnd' | 'touchCancel') =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchStart' ? touchPoints : [] })
    await openSheetBy(page, async () => {
      await touch('touchStart')
      const hasOpened = await dramaSheet(page)
        .waitFor({ timeout: 5000 })
        .then(
          () => true,
          () => false
        )
      // A finger that is lifted before the sheet is there would play.
      await touch(hasOpened ? 'touchEnd' : 'touchCancel')
    })
    return session
  }

  test('a held finger opens it and does not play; pulled down, or with a tap beside it, it closes', async () => {
    const page = await open(`${SEARCH}?keyword=noiva`, TOUCH)
    const session = await hold(page)
    await expect.poll(() => dramaSheet(page).locator('h2').first().textContent()).toBe('A Noiva do Inverno')
    expect(route(page)).toBe(SEARCH)
    await expect.poll(() => dramaSheet(page).locator('.drama-price').textContent()).toMatch(/moedas · ≈\sR\$/)
    await takeScreenshot(page, 'drama-sheet-phone')
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 250, y }] })
    const box = await inApp(page, '.sheet').boundingBox()
    const from = (box?.y ?? 0) + 60
    await touch('touchStart', from)
    for (let offset = 20; offset <= 240; offset += 20) await touch('touchMove', from + offset)
    await touch('touchEnd')
    await expect.poll(() => dramaSheet(page).count()).toBe(0)
    await hold(page)
    await page.touchscreen.tap(187, 20)
    await expect.poll(() => dramaSheet(page).count()).toBe(0)
    expect(route(page)).toBe(SEARCH)
  })

  test('it shows the first episode without sound, the price in one line, and its episodes, which open the player', async () => {
    const page = await open(`${SEARCH}?keyword=noiva`)
    await openSheetByMouse(page, inApp(page, '.drama-line').first())
    await dramaSheet(page).locator('.drama-trailer[data-shown]').waitFor({ state: 'attached' })
    const video = dramaSheet(page).locator('.drama-trailer video')
    expect(await video.evaluate((one: HTMLVideoElement) => [one.paused, one.muted])).toEqual([false, true])
    const price = dramaSheet(page).locator('.drama-price')
    expect(await price.evaluate(line => [line.clientHeight, line.scrollWidth > line.clientWidth])).toEqual([32, false])
    const episodes = dramaSheet(page).locator('.episode-list-grid button')
    expect(await episodes.count()).toBe(30)
    await episodes.nth(2).click()
    await expect.poll(() => route(page)).toBe('/pages/index/play')
    expect(new URL(page.url()).searchParams.get('episode_no')).toBe('3')
    expect(await dramaSheet(page).count()).toBe(0)
  })

  test('nothing in it moves while its episodes come', async () => {
    const page = await open(`${SEARCH}?keyword=noiva`)
    const episodes = await holdRequests(page, /\/drama\/episodes/)
    await openSheetByMouse(page, inApp(page, '.drama-line').first())
    const facts = dramaSheet(page).locator('.drama-facts')
    await facts.waitFor()
    const place = await facts.evaluate((one: HTMLElement) => one.offsetTop)
    episodes.open()
    await dramaSheet(page).locator('.episode-list-grid button').first().waitFor()
    expect(await facts.evaluate((one: HTMLElement) => one.offsetTop)).toBe(place)
  })

  test('the menu key opens it; the focus moves in, stays in, and comes back with Escape', async () => {
    const page = await open(`${SEARCH}?keyword=noiva`)
    const line = inApp(page, '.drama-line').first()
    await line.focus()
    await openSheetBy(page, options => line.press('Shift+F10', options))
    await dramaSheet(page).locator('.drama-facts').waitFor()
    expect(await dramaSheet(page).getAttribute('aria-label')).toBe('A Noiva do Inverno')
    await expect.poll(() => isFocused(dramaSheet(page).locator('.sheet-close'))).toBe(true)
    await page.keyboard.press('Shift+Tab')
    await expect.poll(() => isFocused(dramaSheet(page).locator('button').last())).toBe(true)
    await page.keyboard.press('Tab')
    await expect.poll(() => isFocused(dramaSheet(page).locator('.sheet-close'))).toBe(true)
    await takeScreenshot(page, 'drama-sheet-desktop')
    await page.keyboard.press('Escape')
    await expect.poll(() => dramaSheet(page).count()).toBe(0)
    expect(await isFocused(line)).toBe(true)
  })

  test('D-041 a favourite is kept at once; when the server does not take it, it is undone and said', async () => {
    const page = await open(`${SEARCH}?keyword=noiva`)
    await openSheetByMouse(page, inApp(page, '.drama-line').first())
    const heart = dramaSheet(page).locator('.favorite')
    await heart.click()
    await expect.poll(() => heart.textContent()).toBe('Nas favoritas')
    await page.context().setOffline(true)
    await heart.click()
    await inApp(page, '.toast').waitFor()
    await expect.poll(() => heart.textContent()).toBe('Nas favoritas')
    await page.context().setOffline(false)
    await page.reload()
    await openSheetByMouse(page, inApp(page, '.drama-line').first())
    await expect.poll(() => heart.textContent()).toBe('Nas favoritas')
  })

  test('its cover is enlarged over it, its tags lead to Discover, and watching opens the player', async () => {
    const page = await open(`${SEARCH}?keyword=noiva`)
    const openSheet = () => openSheetByMouse(page, inApp(page, '.drama-line').first())
    await openSheet()
    await dramaSheet(page).locator('button.drama-cover').click()
    await inApp(page, '.preview').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => inApp(page, '.preview').count()).toBe(0)
    expect(await dramaSheet(page).count()).toBe(1)
    await dramaSheet(page).locator('.button.primary').click()
    await expect.poll(() => route(page)).toBe('/pages/index/play')
    expect(await dramaSheet(page).count()).toBe(0)
    await page.goBack()
    await expect.poll(() => route(page)).toBe(SEARCH)
    await openSheet()
    await dramaSheet(page).locator('.drama-tags button').nth(1).click()
    await expect.poll(() => page.url()).toMatch(/\/pages\/index\/dramas\?tag=./)
    expect(await dramaSheet(page).count()).toBe(0)
  })

  test('on Home a cover that the mouse holds opens it, and the click that follows plays nothing', async () => {
    const page = await open('/')
    const cover = inApp(page, '.row .card').first()
    await openSheetByMouse(page, cover)
    await page.keyboard.press('Escape')
    await expect.poll(() => dramaSheet(page).count()).toBe(0)
    await cover.hover()
    await page.mouse.down()
    await dramaSheet(page).waitFor()
    await page.mouse.up()
    await page.keyboard.press('Escape')
    await expect.poll(() => dramaSheet(page).count()).toBe(0)
    expect(await route(page)).toBe('/')
    await cover.click()
    await expect.poll(() => route(page)).toBe('/pages/index/play')
  })

  test('Back closes it and the page stays; it does not outlive its page', async () => {
    const page = await open('/')
    await inApp(page, '.card').first().waitFor()
    await page.evaluate(() =>
      (document.querySelector('drama-app') as unknown as { navigateTo(to: object): unknown }).navigateTo({
        url: '/pages/index/search?keyword=noiva'
      })
    )
    await openSheetByMouse(page, inApp(page, '.drama-line').first())
    await dramaSheet(page).waitFor()
    await page.goBack()
    await dramaSheet(page).waitFor({ state: 'detached' })
    expect(await route(page)).toBe('/pages/index/search')
    await openSheetByMouse(page, inApp(page, '.drama-line').first())
    await dramaSheet(page).waitFor()
    await page.evaluate(() =>
      (document.querySelector('drama-app') as unknown as { navigateBack(): unknown }).navigateBack()
    )
    await expect.poll(() => route(page)).toBe('/')
    expect(await dramaSheet(page).count()).toBe(0)
  })
})
