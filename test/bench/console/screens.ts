import type { Page } from 'playwright-core'

export interface Screen {
  path: string
  /** An element that the screen has once its data is there. */
  content: string
}

const TIMEOUT_MS = 60_000
/** Where each navigation starts, because it has nothing to show but the member. */
const START_PATH = '/account'

/** From the request of the page to its data and an idle main thread, in ms, with nothing in the HTTP cache. */
export async function measureColdStart(page: Page, origin: string, { path, content }: Screen): Promise<number> {
  await page.goto(`${origin}/console${path}`, { waitUntil: 'commit' })
  return waitUntilInteractive(page, { content, leftTitle: null })
}

/**
 * The same from a click on a link to the screen, in an open console that has not shown it, but has had the time to load
 * what its menu leads to.
 */
export async function measureNavigation(page: Page, origin: string, { path, content }: Screen): Promise<number> {
  await page.goto(`${origin}/console${START_PATH}`, { waitUntil: 'networkidle' })
  await page.locator('main h1').waitFor()
  const leftTitle = await page.locator('main h1').textContent()
  await page.evaluate(address => {
    Reflect.set(window, 'navigationStart', performance.now())
    history.pushState(null, '', address)
  }, `/console${path}`)
  return waitUntilInteractive(page, { content, leftTitle })
}

/** The check runs in a frame, which comes once the main thread is free. */
async function waitUntilInteractive(
  page: Page,
  wanted: { content: string; leftTitle: string | null }
): Promise<number> {
  const handle = await page.waitForFunction(
    ({ content, leftTitle }) => {
      const title = document.querySelector<HTMLElement>('main h1')?.textContent
      if (title === undefined || title === leftTitle) return null
      // Charts are drawn one after the other while the screen can be used already.
      const isLoading = [...document.querySelectorAll('.mantine-Skeleton-root')].some(
        skeleton => skeleton.closest('[data-drawn-later]') === null
      )
      if (isLoading || document.querySelector(content) === null) return null
      return performance.now() - Number(Reflect.get(window, 'navigationStart') ?? 0)
    },
    wanted,
    { polling: 'raf', timeout: TIMEOUT_MS }
  )
  return Number(await handle.jsonValue())
}
