import type { BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { inApp, PHONE, type prepareJourneys } from './journey.js'

type Journeys = ReturnType<typeof prepareJourneys>

export const STORE = '/pages/wallet/store'

/** Opens an address in a browser of its own, and records orders and the events of purchases. */
export async function openStore(journeys: Journeys, address = STORE, prepare?: (context: BrowserContext) => unknown) {
  const context = await journeys.browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  const events: { name: string; order_no: string; event_id: string; value: number; kind?: string }[] = []
  const orders: string[] = []
  context.on('console', message => {
    const [, name, detail] = /^(drama-(?:checkout|purchase)) (.*)$/.exec(message.text()) ?? []
    if (name && detail) events.push({ name, ...JSON.parse(detail) })
  })
  context.on('request', request => request.url().endsWith('/store/order') && orders.push(request.postData() ?? ''))
  await context.addInitScript(() => {
    for (const name of ['drama-checkout', 'drama-purchase']) {
      document.addEventListener(name, event => console.log(name, JSON.stringify((event as CustomEvent).detail)))
    }
  })
  await prepare?.(context)
  const page = await context.newPage()
  await page.goto(new URL(address, journeys.origin).href)
  const purchases = () => events.filter(({ name }) => name === 'drama-purchase')
  return { context, page, events, orders, purchases }
}

export const button = (page: Page, name: string | RegExp) =>
  inApp(page, ':is(.page:not([hidden]), .overlays)').getByRole('button', { name })
export const offer = (page: Page, text: string) => inApp(page, '.store-card').filter({ hasText: text })

export const total = (page: Page) => inApp(page, '.page:not([hidden]) .store-total, .profile-total').textContent()
