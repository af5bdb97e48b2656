import type { Browser, Page } from 'playwright-core'

export interface Scrolled {
  entries: number
  mostCards: number
  /** Durations of long tasks (over 50 ms) in ms: during a fling, and during jumps with the scroll bar. */
  tasks: { flung: number[]; leapt: number[] }
}

export async function scrollList(browser: Browser, origin: string, count: number, throttle: number): Promise<Scrolled> {
  const page = await browser.newPage({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })
  try {
    // esbuild's `keepNames` calls `__name`, which the page does not have.
    await page.addInitScript('globalThis.__name = named => named')
    await page.goto(`${origin}/pages/index/dramas`)
    await page.locator('drama-app >> .segments button').nth(1).click()
    await page.locator('drama-app >> .grid .card').first().waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
    return await scroll(page, count)
  } finally {
    await page.close()
  }
}

function scroll(page: Page, count: number): Promise<Scrolled> {
  return page.evaluate(async minEntries => {
    const tasks = { flung: [] as number[], leapt: [] as number[] }
    let jumpedAt = Number.POSITIVE_INFINITY
    const recordTasks = (entries: PerformanceEntryList) => {
      for (const { startTime, duration } of entries) {
        tasks[startTime < jumpedAt ? 'flung' : 'leapt'].push(Math.round(duration))
      }
    }
    const observer = new PerformanceObserver(list => recordTasks(list.getEntries()))
    observer.observe({ type: 'longtask' })
    const root = document.querySelector('drama-app')?.shadowRoot
    const list = root?.querySelector<HTMLElement>('.page:not([hidden])')
    if (!root || !list) throw new Error('there is no list')
    const nextFrame = () => new Promise(resolve => requestAnimationFrame(resolve))
    const cards = () => root.querySelectorAll('.grid li').length
    const entries = () => Number(root.querySelector('.grid li')?.getAttribute('aria-setsize'))
    let mostCards = 0
    const scrollListTo = async (top: number) => {
      list.scrollTo({ top, behavior: 'instant' })
      await nextFrame()
      mostCards = Math.max(mostCards, cards())
    }
    // A fling: a third of the screen per frame, to the current end of the list.
    while (entries() < minEntries) await scrollListTo(list.scrollTop + 270)
    jumpedAt = performance.now()
    // The scroll bar: jumps of several screens, each rendered.
    const jumpTo = async (top: number) => {
      await scrollListTo(top)
      await nextFrame()
    }
    const end = list.scrollHeight
    for (let top = end; top >= 0; top -= 2000) await jumpTo(top)
    for (let top = 0; top <= end; top += 5000) await jumpTo(top)
    await nextFrame()
    recordTasks(observer.takeRecords())
    return { entries: entries(), mostCards, tasks }
  }, count)
}
