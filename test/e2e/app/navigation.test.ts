import type { Page, Route } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DESKTOP, inApp, PHONE, prepareJourneys, waitForHome } from '../support/journey.js'
import { openPartnerSite } from '../support/open-product.js'
import { takeScreenshot } from '../support/screenshots.js'

const TITLES = {
  '/pages/wallet/wallet': 'Carteira',
  '/pages/wallet/store': 'Loja',
  '/pages/reward/reward': 'Recompensas',
  '/pages/reward/whatsapp': 'Compartilhar no WhatsApp',
  '/pages/reward/facebook': 'Compartilhar no Facebook',
  '/pages/reward/tg': 'Canal no Telegram'
}

const journeys = prepareJourneys()
const { open } = journeys

async function openPartnerPage(tag: string): Promise<Page> {
  const script = `<script type="module" src="${journeys.origin}/drama-app.js"></script>`
  const partner = await openPartnerSite(
    `<!doctype html><html lang="pt"><title>P</title><style>body{margin:0}</style>${tag}${script}</html>`
  )
  onTestFinished(() => partner.stop())
  return open(`${partner.origin}/landing?lpid=a1`)
}

const go = (page: Page, url: string) =>
  page.evaluate(
    target =>
      (document.querySelector('drama-app') as unknown as { navigateTo(to: { url: string }): Promise<unknown> })
        .navigateTo({ url: target })
        .catch((error: Error) => error.message),
    url
  )
const route = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector('drama-app')
    return (element as unknown as { getState(): { route: string } }).getState().route
  })

describe('pages that are no tabs', () => {
  test('D-023 D-046 D-050 D-052 each comes with code of its own, has its name and a way back', async () => {
    const page = await open('/')
    await waitForHome(page)
    const scripts: string[] = []
    page.on('request', request => request.resourceType() === 'script' && scripts.push(request.url()))
    for (const [url, title] of Object.entries(TITLES)) {
      await go(page, url)
      const shown = inApp(page, '.page:not([hidden])')
      await expect.poll(() => shown.locator('h1').textContent()).toBe(title)
      await shown.locator('.notice, .pay-button, .reward-content').waitFor()
      const name = url.split('/').at(-1)?.replace('tg', 'telegram')
      expect(scripts.some(script => script.includes(`/chunks/${name}-page-`))).toBe(true)
      const size = await shown
        .locator('.page-back')
        .evaluate((back: HTMLElement) => [back.offsetWidth, back.offsetHeight])
      expect(size).toEqual([44, 44])
      // A copy of it stays while the page slides over.
      await expect.poll(() => inApp(page, '.tab-bar').count()).toBe(0)
      await shown.locator('.page-back').click()
      await expect.poll(() => route(page)).toBe('/')
    }
  })

  test('opened by their address they lead Home, and hold together in every size and script', async () => {
    for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
      const page = await open('/pages/reward/whatsapp', { viewport })
      for (const lang of ['pt', 'zh-Hant']) {
        await page.evaluate(tag => document.querySelector('drama-app')?.setAttribute('lang', tag), lang)
        await expect.poll(() => inApp(page, '.app').getAttribute('lang')).toBe(lang)
        await inApp(page, '.share-rules').waitFor()
        await takeScreenshot(page, `whatsapp-${size}-${lang}`)
      }
      await inApp(page, '.page-back').click()
      await expect.poll(() => route(page)).toBe('/')
      await waitForHome(page)
    }
  })
})

describe('Back and reload', () => {
  const walk = async (page: Page, address: (app: string) => string) => {
    const readPlace = async () => {
      const { pathname, search, hash } = new URL(page.url())
      return [await route(page), pathname + search + hash]
    }
    const expectPlace = (app: string) => expect.poll(readPlace).toEqual([app, address(app)])
    await waitForHome(page)
    await inApp(page, '.tab-bar button').nth(1).click()
    await expectPlace('/pages/index/dramas')
    await go(page, '/pages/wallet/wallet')
    await go(page, '/pages/wallet/store?from=wallet')
    await inApp(page, '.page:not([hidden]) .pay-button').waitFor()
    await page.reload()
    await expect.poll(() => inApp(page, '.page-bar h1').textContent()).toBe('Loja')
    await expectPlace('/pages/wallet/store?from=wallet')
    await inApp(page, '.page-back').click()
    await expectPlace('/pages/wallet/wallet')
    await page.reload()
    await expect.poll(() => inApp(page, '.page-bar h1').textContent()).toBe('Carteira')
    await page.goBack()
    await expectPlace('/pages/index/dramas')
    await inApp(page, '.feed-card h2').first().waitFor()
    await page.goForward()
    await expectPlace('/pages/wallet/wallet')
    await inApp(page, '.page:not([hidden]) .page-back').click()
    await expectPlace('/pages/index/dramas')
  }

  test('memory routing: the address of the page stays as it is', async () => {
    const page = await openPartnerPage('<drama-app></drama-app>')
    await walk(page, () => '/landing?lpid=a1')
  })

  test('D-021 D-022 history routing: the address is the page', async () => {
    const page = await open('/')
    await walk(page, app => app)
  })

  test('hash routing: the page stands in the fragment', async () => {
    const page = await openPartnerPage('<drama-app routing="hash"></drama-app>')
    await walk(page, app => `/landing?lpid=a1#${app}`)
  })

  test('two elements find their own places again', async () => {
    const page = await openPartnerPage('<drama-app></drama-app><drama-app lang="en"></drama-app>')
    const second = page.locator('drama-app').nth(1)
    await second.locator('.hero-slide').first().waitFor()
    await second.locator('.tab-bar button').nth(3).click()
    await go(page, '/pages/wallet/wallet')
    await page.reload()
    await expect.poll(() => page.locator('drama-app').first().locator('.page-bar h1').textContent()).toBe('Carteira')
    await second.locator('.profile-name').waitFor()
    await page.goBack()
    await page.locator('drama-app').first().locator('.hero h2').first().waitFor()
    expect(await second.locator('.profile-name').count()).toBe(1)
  })
})

test('D-065 the standalone site is called by the product’s name, and then by its pages', async () => {
  const page = await open('/')
  expect(await page.title()).toBe('Drama')
  await waitForHome(page)
  await inApp(page, '.tab-bar button').nth(1).click()
  await expect.poll(() => page.title()).toBe('Descobrir · Drama')
  await page.reload()
  await expect.poll(() => page.title()).toBe('Descobrir · Drama')
})

test('D-029 D-030 D-253 D-254 the window’s height and unit are variables that follow it', async () => {
  const page = await open('/')
  await waitForHome(page)
  const read = () =>
    inApp(page, '.app').evaluate(element => {
      const style = getComputedStyle(element)
      return ['viewport-height', 'rpx'].map(name => style.getPropertyValue(`--drama-${name}`))
    })
  expect(await read()).toEqual(['812px', '0.5px'])
  for (const [width, height, rpx] of [
    [750, 500, 1],
    [960, 700, 1.28],
    [961, 700, 0.5],
    [1280, 900, 0.5]
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(read).toEqual([`${height}px`, `${rpx}px`])
  }
})

describe('code that is slow to come', () => {
  async function openSlow(address: string, chunk: string) {
    const held: Route[] = []
    const page = await open(address, { viewport: DESKTOP }, async opened => {
      await opened.clock.install()
      // The clock makes requests time out, and the app would try again by itself once the server is well.
      await opened.route('**/healthz', each => each.abort())
      await opened.route(chunk, each => (each.request().url().includes('?again') ? each.continue() : held.push(each)))
    })
    await waitForHome(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    await inApp(page, '.tab-bar button').nth(1).click()
    await expect.poll(() => held.length).toBe(1)
    const outline = inApp(page, '.page:not([hidden]) .page-skeleton')
    await outline.waitFor({ state: 'attached' })
    // Effects run after a frame, and a stopped clock draws none.
    await page.clock.runFor(20)
    return { page, outline, failure: inApp(page, '.failure'), release: () => held[0]?.continue() }
  }

  /** The script-tag build retries under another URL, a host's bundler under the same one. */
  test.each([
    ['the script tag', '/', '**/chunks/discover-page-*', false],
    ['a React host', '/host/', '**/host/chunks/discover-page-*', true]
  ] as const)('D-024 D-025 D-026 D-224 D-225 %s: nothing, an outline, a view to tap, the page', async (...build) => {
    const [, address, chunk, isSame] = build
    const { page, outline, failure, release } = await openSlow(address, chunk)
    let loads = 0
    page.on('load', () => loads++)
    await page.clock.runFor(160)
    expect(await outline.isVisible()).toBe(false)
    await page.clock.runFor(60)
    expect(await outline.isVisible()).toBe(true)
    await page.clock.runFor(59_700)
    expect([await outline.isVisible(), await failure.count()]).toEqual([true, 0])
    await page.clock.runFor(100)
    await expect.poll(() => failure.textContent()).toBe('A conexão demorou demais. Toque na tela para tentar de novo.')
    await takeScreenshot(page, 'page-timeout')
    await failure.click()
    if (isSame) await release()
    await page.clock.resume()
    await inApp(page, '.feed-card h2').first().waitFor()
    expect(loads).toBe(0)
  })

  test('D-071 D-073 while it is on its way the same page is locked, and afterwards it is not', async () => {
    const page = await open('/', {}, opened => opened.route('**/chunks/wallet-page-*', each => void each))
    await waitForHome(page)
    await go(page, '/pages/wallet/wallet')
    const locked = 'navigateTo:fail /pages/wallet/wallet locked'
    expect([await go(page, '/pages/wallet/wallet'), await go(page, '/pages/wallet/wallet')]).toEqual([locked, locked])
    expect(await go(page, '/pages/wallet/store')).toEqual({ errMsg: 'navigateTo:ok' })
    await inApp(page, '.page:not([hidden]) .pay-button').waitFor()
    expect(await go(page, '/pages/wallet/store')).toEqual({ errMsg: 'navigateTo:ok' })
  })
})
