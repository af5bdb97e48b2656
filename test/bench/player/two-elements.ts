// What a second element on a page costs, beside what the first one does: chunks are fetched once, apps run twice.
import type { CDPSession, Page } from 'playwright-core'
import { withPage } from '../support/page-load.js'
import type { Stage } from '../support/product.js'

/** Bytes of script as they travel, script time and the main thread's time in ms, until Home is there and the page at rest. */
export interface ElementsCost {
  bytes: number
  files: number
  time: number
  thread: number
}

/** A page is at rest that has run less than 1 ms of script in so many ms. */
const REST = 400

/** One element and two, in turns, on an unhampered machine. */
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
    // What comes after the measurement may end with the browser.
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
  let told = await readTimes(session)
  // What was begun to draw Home belongs to it: an element alone would be let off what comes right behind.
  for (let before = Number.NEGATIVE_INFINITY; told.time - before >= 1; ) {
    before = told.time
    await page.waitForTimeout(REST)
    told = await readTimes(session)
  }
  const sizes = await Promise.all(files)
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0), ...told }
}

async function readTimes(session: CDPSession): Promise<Pick<ElementsCost, 'time' | 'thread'>> {
  const { metrics } = await session.send('Performance.getMetrics')
  const read = (wanted: string) => (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * 1000
  return { time: read('ScriptDuration'), thread: read('TaskDuration') }
}
