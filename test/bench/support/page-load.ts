import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../e2e/support/browser.js'
import type { PageRecord } from './in-page.js'
import { emulateNetwork, type Network } from './networks.js'
import { type CountReceived, watchReceivedBytes } from './received-bytes.js'

export const PHONE_VIEWPORT = { width: 375, height: 812 }
const FRAME_TIMEOUT_MS = 60_000
export const CPU_SLOWDOWN = 4

/** `received`: bytes of media until the first frame; undefined without `network`. */
export interface PageLoad extends PageRecord {
  received: number | undefined
}

const receivedBytes = new WeakMap<Page, CountReceived>()

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
  receivedBytes.set(page, watchReceivedBytes(session))
  await emulateNetwork(session, network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}

/** Rejects if there is no frame within FRAME_TIMEOUT_MS. */
export async function watchFirstFrame(page: Page, address: string): Promise<PageLoad> {
  await page.goto(address, { waitUntil: 'commit' })
  await page
    .waitForFunction(() => Reflect.get(window, Symbol.for('bench')).frame !== null, undefined, {
      polling: 100,
      timeout: FRAME_TIMEOUT_MS
    })
    .catch(() => {
      throw new Error(`no frame was presented within ${FRAME_TIMEOUT_MS / 1000} s on ${address}`)
    })
  const record = await page.evaluate(() => Reflect.get(window, Symbol.for('bench')) as PageRecord)
  return { ...record, received: receivedBytes.get(page)?.(record.frame?.at ?? 0) }
}
