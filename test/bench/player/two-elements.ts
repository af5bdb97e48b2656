// Cost of a second element on a page. Chunks are fetched once, but each element runs its own app.
import type { CDPSession, Page } from 'playwright-core'
import { withPage } from '../support/page-load.js'
import type { Stage } from '../support/product.js'

/** `bytes` as transferred; times in ms until Home is rendered and the page is idle. */
export interface ElementsCost {
  bytes: number
  files: number
  time: number
  thread: number
}

/** A page with less than 1 ms of script in this time is idle. */
const IDLE_WINDOW_MS = 400

export async function measureElements(
  stage: Stage,
  { watcher, rounds }: { watcher: string; rounds: number }
): Promise<{ one: ElementsCost; two: ElementsCost }[]> {
  const costs: { one: ElementsCost; two: ElementsCost }[] = []
  for (let round = 0; round < rounds; round++) {
    const one = await withPage({ watcher }, page => measure(page, stage.pages.one))
    costs.push({ one, two: await withPage({ watcher }, page => measure(page, stage.pages.two)) })
  }
  return costs
}

async function measure(page: Page, address: string): Promise<ElementsCost> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const files: Promise<number>[] = []
  page.on('requestfinished', request => {
    if (request.resourceType() !== 'script') return
    // A request after the measurement may fail because the browser closes.
    files.push(
      request.sizes().then(
        ({ responseBodySize }) => responseBodySize,
        () => 0
      )
    )
  })
  await page.goto(address)
  await page.waitForFunction(() =>
    [...document.querySelectorAll('drama-app')].every(({ shadowRoot }) => shadowRoot?.querySelector('.hero h2'))
  )
  let times = await readTimes(session)
  // Waits until the page is idle, so that the count includes work that Home started.
  for (let before = Number.NEGATIVE_INFINITY; times.time - before >= 1; ) {
    before = times.time
    await page.waitForTimeout(IDLE_WINDOW_MS)
    times = await readTimes(session)
  }
  const sizes = await Promise.all(files)
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0), ...times }
}

async function readTimes(session: CDPSession): Promise<Pick<ElementsCost, 'time' | 'thread'>> {
  const { metrics } = await session.send('Performance.getMetrics')
  const read = (wanted: string) => (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * 1000
  return { time: read('ScriptDuration'), thread: read('TaskDuration') }
}
