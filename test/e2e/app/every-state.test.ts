import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parts } from '../../../widget/public-api/styling.js'
import { addNetworkFault, trackPendingCalls } from '../support/api-calls.js'
import { runAxe } from '../support/axe.js'
import { findLowContrastText } from '../support/contrast-check.js'
import { inApp, prepareJourneys } from '../support/journey.js'
import { findLayoutFaults } from '../support/layout-check.js'
import { openProduct, type Product } from '../support/open-product.js'
import { type PageState, pageStates } from '../support/page-states.js'
import { takeScreenshot } from '../support/screenshots.js'
import { createViewer, type ViewerState, watchDramas } from '../support/watched-viewer.js'

const LANGUAGES = ['en', 'es', 'zh-Hans', 'zh-Hant', 'pt']

const journeys = prepareJourneys()
const folder = mkdtempSync(path.join(tmpdir(), 'drama-nothing-'))
let emptyProduct: Product
let visitor: ViewerState

beforeAll(async () => {
  emptyProduct = await openProduct({ CATALOGUE_DIRS: folder })
  visitor = await createViewer(journeys.browser, journeys.origin, watchDramas)
})
afterAll(async () => {
  await emptyProduct?.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Shown {
  page: Page
  answered(): Promise<unknown>
}

async function show({
  path,
  visitor: kind,
  network = 'well',
  isLate,
  prepare,
  readySelector
}: PageState): Promise<Shown> {
  const { origin } = kind === 'nothing' ? emptyProduct : journeys
  const page = await journeys.open(
    origin + path,
    { hasTouch: true, isMobile: true, reducedMotion: 'reduce', ...(kind === undefined && { storageState: visitor }) },
    async opened => {
      opened.setDefaultTimeout(10_000)
      if (!isLate) await addNetworkFault(opened, network)
    }
  )
  if (isLate) {
    await inApp(page, '.drama-line').first().waitFor()
    await addNetworkFault(page, network)
  }
  const countPending = trackPendingCalls(page)
  await prepare?.(page)
  await inApp(page, readySelector).filter({ visible: true }).first().waitFor()
  const answered = async () => {
    // Wait two frames, because a changed state sends its requests after it is drawn.
    await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await expect.poll(countPending).toBe(0)
  }
  return { page, answered: network === 'slow' ? async () => undefined : answered }
}

const KEYBOARD_STATES = new Set([
  ...'home-ready discover-feed discover-all discover-ranking search-start search-found list-history'.split(' '),
  ...'list-edit my-ready my-auto-unlock my-limits my-feedback wallet-topups wallet-statement'.split(' '),
  ...'wallet-check my-entry my-code my-entered my-recovery my-deletion store-ready'.split(' '),
  ...'store-waiting sheet-ready player-ready player-settings player-locked player-resumed'.split(' '),
  ...'player-next player-finished my-language store-paid'.split(' ')
])

async function tabThrough(page: Page) {
  const unseen: string[] = []
  await page.evaluate(() => {
    const reachable = 'button, a[href], input, select, textarea, [tabindex="0"]'
    const root = document.querySelector('drama-app')?.shadowRoot
    for (const control of root?.querySelectorAll(reachable) ?? []) {
      // Of a radio group, Tab reaches only the checked button.
      if (control.matches('[type="radio"]:not(:checked)')) continue
      const isStop = control.matches(':not(:disabled, [tabindex="-1"])') && !control.closest('[inert]')
      if (isStop && control.checkVisibility({ visibilityProperty: true })) control.setAttribute('data-due', '')
    }
  })
  const due = () => page.locator('drama-app >> [data-due]').count()
  let stops = await due()
  for (let stop = 0; stop <= stops; stop++) {
    await page.keyboard.press('Tab')
    // A payment page has stops of its own, and rings for them.
    if (await page.evaluate(() => document.querySelector('drama-app')?.shadowRoot?.activeElement?.matches('iframe'))) {
      if ((await due()) > 0) stops++
      continue
    }
    const missing = await page.evaluate(() => {
      const control = document.querySelector('drama-app')?.shadowRoot?.activeElement
      if (!control) return ''
      control.removeAttribute('data-due')
      const isSeen = (element: Element | null): boolean => {
        if (!element) return false
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
        return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
      }
      return [control, control.closest('.input'), control.closest('label')].some(isSeen)
        ? ''
        : control.outerHTML.slice(0, 150)
    })
    if (missing) unseen.push(missing)
  }
  const left = await page
    .locator('drama-app >> [data-due]')
    .evaluateAll(controls => controls.map(c => c.outerHTML.slice(0, 150)))
  return { unseen, left }
}

/** Lists the visible parts. A rule of the page sets a variable on each part, to test that page CSS reaches it. */
async function findVisibleParts(page: Page): Promise<string[]> {
  const [reached, missed] = await page.evaluate(names => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(names.map(name => `drama-app::part(${name}) { --reached-by-page: ${name} }`).join(''))
    document.adoptedStyleSheets.push(sheet)
    const all = [...(document.querySelector('drama-app')?.shadowRoot?.querySelectorAll('[part]') ?? [])]
    const isReached = (element: Element) =>
      getComputedStyle(element).getPropertyValue('--reached-by-page') === element.getAttribute('part')
    const partsOf = (elements: Element[]) => elements.map(element => element.getAttribute('part') ?? '')
    return [partsOf(all.filter(isReached)), partsOf(all.filter(element => !isReached(element)))]
  }, Object.keys(parts))
  expect.soft(missed).toEqual([])
  return reached ?? []
}

const seenParts = new Set<string>()

describe('D-036 D-038 D-039 D-042 D-045 every page, in every state and language, and by keyboard', () => {
  test.each(pageStates.map(state => [state.name, state] as const))('%s', async (_name, state) => {
    const { page, answered } = await show(state)
    for (const language of LANGUAGES) {
      await page.evaluate(tag => document.querySelector('drama-app')?.setAttribute('lang', tag), language)
      await expect.poll(() => inApp(page, '.app').getAttribute('lang')).toBe(language)
      await answered()
      await inApp(page, state.readySelector).filter({ visible: true }).first().waitFor()
      await takeScreenshot(page, `states/${state.name}.${language}`)
      expect.soft(await findLayoutFaults(page), language).toEqual([])
    }
    expect.soft(await runAxe(page)).toEqual([])
    expect.soft(await findLowContrastText(page, { least: 0 })).toEqual([])
    for (const part of await findVisibleParts(page)) seenParts.add(part)
    if (KEYBOARD_STATES.has(state.name)) expect.soft(await tabThrough(page)).toEqual({ unseen: [], left: [] })
  })

  test('a page’s CSS has reached every part that is documented', async () => {
    const page = await journeys.open('/pages/index/my')
    await inApp(page, '.menu-line').filter({ hasText: 'Sair' }).click()
    await inApp(page, '.modal').waitFor()
    for (const part of await findVisibleParts(page)) seenParts.add(part)
    expect([...seenParts].sort()).toEqual(Object.keys(parts).sort())
  })
})
