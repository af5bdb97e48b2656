import type { Browser, Page } from 'playwright-core'

export interface Scrolled {
  /** Entries that the list had in the end. */
  entries: number
  /** The most cards that stood in the document at one time. */
  mostCards: number
  /** How long each task took that blocked the page for more than 50 ms, in ms: flung by a finger, and in leaps. */
  tasks: { flung: number[]; leapt: number[] }
}

/** Scrolls Discover as far as it goes, back to its top in leaps, and down again. */
export async function scrollList(browser: Browser, origin: string, count: number, throttle: number): Promise<Scrolled> {
  const page = await browser.newPage({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })
  try {
    // esbuild keeps the names of functions with a call that the page does not have.
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
  return page.evaluate(async wanted => {
    const tasks = { flung: [] as number[], leapt: [] as number[] }
    let leaptAt = Number.POSITIVE_INFINITY
    const note = (entries: PerformanceEntryList) => {
      for (const { startTime, duration } of entries) {
        tasks[startTime < leaptAt ? 'flung' : 'leapt'].push(Math.round(duration))
      }
    }
    const observer = new PerformanceObserver(list => note(list.getEntries()))
    observer.observe({ type: 'longtask' })
    const root = document.querySelector('drama-app')?.shadowRoot
    const list = root?.querySelector<HTMLElement>('.page:not([hidden])')
    if (!root || !list) throw new Error('there is no list')
    const drawn = () => new Promise(resolve => requestAnimationFrame(resolve))
    const cards = () => root.querySelectorAll('.grid li').length
    const entries = () => Number(root.querySelector('.grid li')?.getAttribute('aria-setsize'))
    let mostCards = 0
    const goTo = async (top: number) => {
      list.scrollTo({ top, behavior: 'instant' })
      await drawn()
      mostCards = Math.max(mostCards, cards())
    }
    // As a finger flings: a third of the screen a frame, to where the list ends so far.
    while (entries() < wanted) await goTo(list.scrollTop + 270)
    leaptAt = performance.now()
    // As the scroll bar is dragged: leaps of several screens, each looked at.
    const leapTo = async (top: number) => {
      await goTo(top)
      await drawn()
    }
    const end = list.scrollHeight
    for (let top = end; top >= 0; top -= 2000) await leapTo(top)
    for (let top = 0; top <= end; top += 5000) await leapTo(top)
    await drawn()
    note(observer.takeRecords())
    return { entries: entries(), mostCards, tasks }
  }, count)
}
