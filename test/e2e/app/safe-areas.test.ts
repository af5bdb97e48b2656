import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { inApp, PHONE, prepareJourneys } from '../support/journey.js'
import { pageStates } from '../support/page-states.js'
import { takeScreenshot } from '../support/screenshots.js'

const journeys = prepareJourneys()

interface Insets {
  top: number
  right: number
  bottom: number
  left: number
}

/** Of an iPhone with a notch, in px. */
const orientations: readonly [string, { width: number; height: number }, Insets][] = [
  ['portrait', PHONE, { top: 47, right: 0, bottom: 34, left: 0 }],
  ['landscape', { width: 812, height: 375 }, { top: 0, right: 47, bottom: 21, left: 47 }]
]

const STATES = [
  ...'home-ready discover-feed discover-all discover-ranking search-start search-found list-empty my-ready'.split(' '),
  ...'my-feedback my-limits my-language my-entry sheet-ready player-ready player-locked player-picker'.split(' '),
  ...'player-share player-more player-settings player-shortcuts player-missing wallet-topups'.split(' '),
  ...'wallet-statement store-ready store-waiting reward-ready whatsapp-ready not-found'.split(' ')
]

async function turn(page: Page, size: { width: number; height: number }, insets: Insets) {
  const session = await page.context().newCDPSession(page)
  await page.setViewportSize(size)
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets })
  await page.waitForFunction(({ left, bottom }) => {
    const probe = document.createElement('div')
    probe.style.cssText = 'position:fixed;width:0;padding:0 0 env(safe-area-inset-bottom) env(safe-area-inset-left)'
    document.body.append(probe)
    const { paddingLeft, paddingBottom } = getComputedStyle(probe)
    probe.remove()
    return paddingLeft === `${left}px` && paddingBottom === `${bottom}px`
  }, insets)
  await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** Runs in the page. What scrolls under an inset can be scrolled out of it, so only what stays there counts. */
function listCovered({ top, right, bottom, left }: Insets): string[] {
  const root = document.querySelector('drama-app')?.shadowRoot
  const app = root?.querySelector('.app')
  const stays = (element: Element | null, axis: 'X' | 'Y'): boolean => {
    if (!element || element === app) return true
    const size = axis === 'X' ? 'Width' : 'Height'
    const isClipped = getComputedStyle(element)[`overflow${axis}`] !== 'visible'
    return !(isClipped && element[`scroll${size}`] > element[`client${size}`]) && stays(element.parentElement, axis)
  }
  const controls = [...(app?.querySelectorAll('button, a[href], input, select, textarea, h1, h2') ?? [])]
  return controls
    .filter(control => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter(control => {
      const box = control.getBoundingClientRect()
      if (box.width < 2 || box.right <= 0 || box.left >= innerWidth || box.bottom <= 0 || box.top >= innerHeight)
        return false
      const isBeside = box.left < left - 0.5 || box.right > innerWidth - right + 0.5
      const isBeyond = box.top < top - 0.5 || box.bottom > innerHeight - bottom + 0.5
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      const hit = root?.elementFromPoint(x, y)
      const isOnTop = hit === control || control.contains(hit ?? null)
      return isOnTop && ((isBeside && stays(control, 'X')) || (isBeyond && stays(control, 'Y')))
    })
    .map(control => {
      const { left: x, top: y, right: endX, bottom: endY } = control.getBoundingClientRect()
      return `${control.tagName}.${control.className} "${control.textContent?.slice(0, 20)}" ${[x, y, endX, endY].map(Math.round)}`
    })
}

describe.each(orientations)('in %s', (orientation, size, insets) => {
  test.each(STATES)('no control of %s is under the notch, the corners or the home indicator', async name => {
    const state = pageStates.find(({ name: other }) => other === name)
    if (!state) throw new Error(`no state ${name}`)
    const page = await journeys.open(state.path, { hasTouch: true, isMobile: true, reducedMotion: 'reduce' })
    if (state.isLate) await inApp(page, '.drama-line').first().waitFor()
    await state.prepare?.(page)
    await inApp(page, state.readySelector).filter({ visible: true }).first().waitFor()
    await turn(page, size, insets)
    await expect.poll(() => page.evaluate(listCovered, insets)).toEqual([])
    await takeScreenshot(page, `safe-areas-${orientation}-${name}`)
  })
})
