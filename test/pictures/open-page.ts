import type { BrowserContext, Page } from 'playwright-core'
import { addNetworkFault, trackPendingCalls } from '../e2e/support/api-calls.js'
import { inApp } from '../e2e/support/journey.js'
import type { ViewerState } from '../e2e/support/watched-viewer.js'
import type { PictureSession } from './picture-session.js'
import type { ScreenScenario } from './scenario.js'

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Heights of usual devices. */
const heights: Readonly<Record<number, number>> = { 320: 568, 375: 812, 768: 1024, 1280: 800 }
const MIN_MOUSE_WIDTH_PX = 1000

export const toSize = (width: number): PictureSize => ({ width, height: heights[width] ?? Math.round(width * 0.7) })

export interface LayoutShift {
  readonly value: number
  readonly moved: readonly string[]
}

export interface OpenedPage {
  readonly page: Page
  readonly context: BrowserContext
  countPending(): number
  /** Shifts without recent input, so far. */
  readShifts(): Promise<LayoutShift[]>
}

export interface PageSetting {
  readonly size: PictureSize
  /** A value of the element's attribute `lang`. */
  readonly language: string
  readonly state: ViewerState | undefined
  readonly deviceScaleFactor?: number
}

type Opening = Pick<ScreenScenario, 'path' | 'network' | 'isLate' | 'isOutsideApp' | 'prepare' | 'readySelector'>

/** Opens a page of the standalone site and waits until the screen is there. */
export async function openPage(session: PictureSession, opening: Opening, setting: PageSetting): Promise<OpenedPage> {
  const { path, network = 'well', isLate = false, prepare, readySelector } = opening
  const isTouch = setting.size.width < MIN_MOUSE_WIDTH_PX
  const context = await session.browser.newContext({
    viewport: setting.size,
    hasTouch: isTouch,
    isMobile: isTouch,
    deviceScaleFactor: setting.deviceScaleFactor ?? 1,
    // The service worker would answer requests that `network` breaks.
    serviceWorkers: 'block',
    ...(setting.state && { storageState: setting.state })
  })
  // tsx wraps functions in `__name`, which the page does not have.
  await context.addInitScript('globalThis.__name ??= value => value')
  await context.addInitScript(language => {
    localStorage.setItem('drama_lang', language)
    const shifts: LayoutShift[] = []
    Object.assign(window, { layoutShifts: shifts })
    type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
    const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
    // A node that is gone has no name.
    const describe = ({ node, previousRect, currentRect }: Source) =>
      `${node instanceof Element ? `${node.localName}.${node.className}` : node?.nodeName} (${place(previousRect)} → ${place(currentRect)})`
    new PerformanceObserver(list => {
      type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput) shifts.push({ value, moved: sources.map(describe) })
    }).observe({ type: 'layout-shift', buffered: true })
  }, setting.language)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const countPending = trackPendingCalls(page)
  try {
    if (!isLate) await addNetworkFault(page, network)
    await page.goto(session.origin + path)
    if (isLate) {
      await inApp(page, '.drama-line').first().waitFor()
      await addNetworkFault(page, network)
    }
    await prepare?.(page)
    const ready = opening.isOutsideApp ? page.locator(readySelector) : inApp(page, readySelector)
    await ready.filter({ visible: true }).first().waitFor()
  } catch (error) {
    await context.close()
    throw error
  }
  return {
    page,
    context,
    countPending: network === 'slow' ? () => 0 : countPending,
    readShifts: () => page.evaluate(() => Reflect.get(window, 'layoutShifts') as LayoutShift[])
  }
}
