import type { Page } from 'playwright-core'
import { emulateNetwork, fastNetwork } from '../support/networks.js'
import { CPU_SLOWDOWN } from '../support/page-load.js'

/** Gives the page the network and the processor of a phone. */
export async function throttlePage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await emulateNetwork(session, fastNetwork)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}
