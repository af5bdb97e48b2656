import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../e2e/support/browser.js'
import type { PageRecord } from './in-page.js'
import type { Network } from './networks.js'

const PHONE_VIEWPORT = { width: 375, height: 812 }
const FRAME_TIMEOUT_MS = 60_000
export const CPU_SLOWDOWN = 4

/** Without `network`, neither CPU nor network is throttled. */
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
  const page = await browser.newPage({ viewport: PHONE_VIEWPORT, hasTouch: true })
  await page.addInitScript({ content: `${watcher};localStorage.setItem('drama_muted','1')` })
  if (!network) return page
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  if (network.conditions) await session.send('Network.emulateNetworkConditions', network.conditions)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}

/** Rejects if there is no frame within FRAME_TIMEOUT_MS. */
export async function watchFirstFrame(page: Page, address: string): Promise<PageRecord> {
  await page.goto(address, { waitUntil: 'commit' })
  await page
    .waitForFunction(() => Reflect.get(window, Symbol.for('bench')).frame !== null, undefined, {
      polling: 100,
      timeout: FRAME_TIMEOUT_MS
    })
    .catch(() => {
      throw new Error(`no frame was presented within ${FRAME_TIMEOUT_MS / 1000} s on ${address}`)
    })
  return page.evaluate(() => Reflect.get(window, Symbol.for('bench')) as PageRecord)
}
