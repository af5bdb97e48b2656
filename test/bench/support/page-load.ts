// One page load in a browser of its own.
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../e2e/support/open-product.js'
import type { Sight } from './in-page.js'
import type { Network } from './networks.js'

const PHONE = { width: 375, height: 812 }
const PATIENCE = 60_000
/** How much slower than this machine the emulated phone is. */
export const CPU_SLOWDOWN = 4

/** How a page is looked at; without a network it is neither slowed down nor emulated. */
export interface Conditions {
  watcher: string
  network?: Network
}

export async function withPage<Result>(
  { watcher, network }: Conditions,
  use: (page: Page) => Promise<Result>
): Promise<Result> {
  const browser = await openBrowser()
  try {
    return await use(await openPage(browser, watcher, network))
  } finally {
    await browser.close()
  }
}

async function openPage(browser: Browser, watcher: string, network: Network | undefined): Promise<Page> {
  const page = await browser.newPage({ viewport: PHONE, hasTouch: true })
  await page.addInitScript({ content: `${watcher};localStorage.setItem('drama_muted','1')` })
  if (!network) return page
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  if (network.conditions) await session.send('Network.emulateNetworkConditions', network.conditions)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}

/** Opens the address and waits for its first frame; throws when there is none. */
export async function watchFirstFrame(page: Page, address: string): Promise<Sight> {
  await page.goto(address, { waitUntil: 'commit' })
  await page
    .waitForFunction(() => Reflect.get(window, Symbol.for('bench')).frame !== null, undefined, {
      polling: 100,
      timeout: PATIENCE
    })
    .catch(() => {
      throw new Error(`no frame was presented within ${PATIENCE / 1000} s on ${address}`)
    })
  return page.evaluate(() => Reflect.get(window, Symbol.for('bench')) as Sight)
}
