import { type Browser, chromium } from 'playwright-core'
import { chromiumLaunch } from '../../support/chromium.mjs'

interface BrowserOptions {
  withSound?: boolean
}

export async function openBrowser(options?: BrowserOptions): Promise<Browser> {
  const { executablePath, args } = await chromiumLaunch(options)
  return chromium.launch({ executablePath, args })
}

const browsers = new Map<boolean, Promise<Browser>>()

/** The browser that all files of a worker share. It ends with the worker. */
export async function getSharedBrowser({ withSound = true }: BrowserOptions = {}): Promise<Browser> {
  const running = await browsers.get(withSound)
  if (running?.isConnected()) return running
  const opening = openBrowser({ withSound })
  browsers.set(withSound, opening)
  return opening
}
