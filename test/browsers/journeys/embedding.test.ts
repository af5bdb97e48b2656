import { expect, test } from 'vitest'
import { listLayoutFaults } from '../../e2e/support/layout-check.js'
import type { BrowserPage } from '../engines/engine.js'
import { readAddress, waitForHome } from '../support/app.js'
import { inApp } from '../support/element.js'
import { enterFrame } from '../support/frame.js'
import { DESKTOP, hasFeature, prepareJourneys, runInPage } from '../support/journey.js'
import { openPartnerPage } from '../support/partner-page.js'
import { printPage, takePicture } from '../support/pictures.js'
import { expectPlaying, playAddress } from '../support/player.js'

const journeys = prepareJourneys()

/** Half of a usual window, which is what a zoom of 200 % leaves. */
const ZOOMED = { width: 640, height: 400 }

interface Watching {
  /** Of the pictures. */
  name: string
  /** Of the element, as `ElementQuery` has it. */
  host?: string
  /** The page with the window, if the app is in a frame of it. */
  outer?: BrowserPage
}

/** From Home to an episode, its list and back. Nothing may be cut off or lie outside of the element. */
async function watch(page: BrowserPage, { name, host = 'drama-app', outer = page }: Watching): Promise<void> {
  const find = (selector: string, label?: string | RegExp) =>
    inApp(page, selector, label === undefined ? { host } : { host, name: label })
  await waitForHome(page, host)
  await find('.hero .poster[data-loaded]').waitFor()
  await find('.card .poster[data-loaded]').waitFor()
  await expectFit(page, host)
  await takePicture(outer, `${name}-home`)
  await find('.hero-slide .button').click()
  await expectPlaying(page, host)
  await find('.rail-favorite').waitFor()
  await expectFit(page, host)
  await takePicture(outer, `${name}-player`)
  await find('button.episode-bar').click()
  await find('.episode-list-grid button').waitFor()
  await find('.sheet').waitForPlace()
  await expectSheetInside(page, host)
  await expectFit(page, host)
  await takePicture(outer, `${name}-sheet`)
  await find('.sheet-close').click()
  await find('.sheet').waitForGone()
  await find('.player-bar button').click()
  await find('.hero h2').waitForPlace()
}

/** Sideways neither the page nor the app scrolls, and no text is cut off. */
async function expectFit(page: BrowserPage, host: string): Promise<void> {
  const readFaults = () => inApp(page, '.app', { host }).read(listLayoutFaults)
  await expect.poll(readFaults).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
}

/** At the bottom of the element, or in its middle where it is wide. */
async function expectSheetInside(page: BrowserPage, host: string): Promise<void> {
  const readPlace = () =>
    inApp(page, '.sheet', { host }).read(sheet => {
      const root = sheet.getRootNode() as ShadowRoot
      const app = root.host.getBoundingClientRect()
      const { left, right, top, bottom, width } = sheet.getBoundingClientRect()
      const isInside = left >= app.left - 1 && right <= app.right + 1 && top >= app.top && bottom <= app.bottom + 1
      const isAtBottom = Math.abs(bottom - app.bottom) < 2 && Math.abs(width - app.width) < 2
      return { isInside, isInPlace: isAtBottom || app.width >= 700 }
    })
  await expect.poll(readPlace).toEqual({ isInside: true, isInPlace: true })
}

test('an episode is watched in a column of 280 px', async () => {
  const page = await openPartnerPage(journeys, 'column', { size: DESKTOP })
  await watch(page, { name: 'column' })
})

test('an episode is watched inside a modal dialog of the page, and Escape in a sheet leaves the dialog open', async () => {
  const page = await openPartnerPage(journeys, 'dialog')
  await runInPage(page, () => document.querySelector<HTMLElement>('#open')?.click())
  await watch(page, { name: 'dialog' })
  const isOpen = () => runInPage(page, () => document.querySelector('dialog')?.open)
  await inApp(page, '.hero-slide .button').click()
  await expectPlaying(page)
  await inApp(page, 'button.episode-bar').click()
  await inApp(page, '.episode-list-grid button').waitFor()
  await page.press('Escape')
  await inApp(page, '.sheet').waitForGone()
  expect(await isOpen()).toBe(true)
})

test('an episode is watched inside the shadow root of a component of the page', async () => {
  const page = await openPartnerPage(journeys, 'shadow')
  await watch(page, { name: 'shadow', host: 'partner-card >> drama-app' })
})

test('on a page from right to left the app stays from left to right', async () => {
  const page = await openPartnerPage(journeys, 'rtl')
  await waitForHome(page)
  expect(await inApp(page, '.hero h2').read(title => getComputedStyle(title).direction)).toBe('ltr')
  await watch(page, { name: 'rtl' })
})

test.each([
  ['memory', '/base.html'],
  ['hash', '/base.html#/pages/index/play'],
  ['history', '/base.html/pages/index/play']
])('where the page has a base of another host the app loads its own, with %s routing', async (routing, address) => {
  const page = await openPartnerPage(journeys, 'base', {
    attributes: `routing="${routing}" base="/base.html"`,
    path: routing === 'history' ? '/base.html/' : '/base.html'
  })
  await watch(page, { name: `base-${routing}` })
  await inApp(page, '.hero-slide .button').click()
  await expectPlaying(page)
  expect((await readAddress(page)).split('?')[0]).toBe(address)
})

test('in a sandboxed frame without storage an episode is watched, and Profile says that nothing is kept', async () => {
  const outer = await openPartnerPage(journeys, 'sandbox')
  const page = enterFrame(outer, `document.querySelector('iframe')`)
  await watch(page, { name: 'sandbox', outer })
  await inApp(page, '.tab-bar button', { name: 'Perfil' }).click()
  await expect.poll(() => inApp(page, '.profile-warning').text()).toContain('não salva seus dados')
  await takePicture(outer, 'sandbox-profile')
})

test('at a zoom of 200 % an episode is watched, and a store buys', async () => {
  const page = await openPartnerPage(journeys, 'article', { size: ZOOMED, settings: { scale: 2 } })
  await watch(page, { name: 'zoom' })
  for (const name of SCREENS) {
    await openScreen(page, name)
    await expectFit(page, 'drama-app')
    await takePicture(page, `zoom-${name}`)
  }
})

test('with forced colours an episode is watched, and controls, progress and what is chosen are seen', async () => {
  const page = await openPartnerPage(journeys, 'article', { settings: { hasForcedColors: true } })
  const isForced = hasFeature(page, 'forced colours')
  expect(await page.evaluate(`matchMedia('(forced-colors: active)').matches`)).toBe(isForced)
  await watch(page, { name: 'forced-colors' })
  if (isForced) expect(await inApp(page, '.hero-slide .button').read(readBorder)).not.toBe('0px none')
  for (const name of SCREENS) {
    await openScreen(page, name)
    await takePicture(page, `forced-colors-${name}`)
    if (!isForced) continue
    const borders = await page.evaluate(
      `[...document.querySelector('drama-app').shadowRoot.querySelectorAll('.page:not([hidden]) .button')].map(${readBorder})`
    )
    expect(borders, name).not.toContain('0px none')
  }
})

test('on paper a page is white, with its content and without its controls', async () => {
  for (const [name, address] of PRINTED) {
    const page = await journeys.open(address, DESKTOP)
    if (!hasFeature(page, 'printing by the driver')) return
    await inApp(page, '.poster[data-loaded], .store-card').waitFor()
    await inApp(page, '.toasts').waitFor()
    // A page without anything on it has no picture and no font.
    const paper = Buffer.from(await printPage(page, `print-${name}`)).toString('latin1')
    expect(paper, name).toMatch(/\/Font\b|\/ObjStm/)
  }
  const page = await openPartnerPage(journeys, 'article')
  await waitForHome(page)
  await inApp(page, '.toasts').waitFor()
  await printPage(page, 'print-article')
})

const SCREENS = ['discover', 'profile', 'store', 'reward', 'locked'] as const

const PRINTED = [
  ['home', '/'],
  ['discover', '/pages/index/dramas'],
  ['player', playAddress(1)],
  ['store', '/pages/wallet/store'],
  ['campaign', '/partners/revista/']
] as const

const SCREEN_ADDRESSES: Record<(typeof SCREENS)[number], [address: string, sign: string]> = {
  discover: ['/pages/index/dramas?section=all', '.page:not([hidden]) .poster[data-loaded]'],
  profile: ['/pages/index/my', '.profile-name button'],
  store: ['/pages/wallet/store', '.pay-button'],
  reward: ['/pages/reward/reward', '.reward-line'],
  locked: [playAddress(11), 'button.paywall-pack']
}

async function openScreen(page: BrowserPage, name: (typeof SCREENS)[number]): Promise<void> {
  const [address, sign] = SCREEN_ADDRESSES[name]
  const url = JSON.stringify(address)
  await page.evaluate(
    `document.querySelector('drama-app').navigateTo({ url: ${url} }).catch(() => document.querySelector('drama-app').switchTab({ url: ${url} })).then(() => null)`
  )
  await inApp(page, sign).waitFor()
  // Until the transition between pages is over.
  await expect
    .poll(() =>
      page.evaluate(
        `document.querySelector('drama-app').shadowRoot.getAnimations().some(({ effect }) => effect.getTiming().iterations !== Infinity)`
      )
    )
    .toBe(false)
  await runInPage(page, () => document.querySelector('drama-app')?.scrollIntoView({ behavior: 'instant' }))
}

const readBorder = (element: Element) => {
  const { borderTopWidth, borderTopStyle } = getComputedStyle(element)
  return `${borderTopWidth} ${borderTopStyle}`
}
