// What a second element on a page costs, beside what the first one does: chunks are fetched once, apps run twice.
import type { Page } from 'playwright-core'
import { withPage } from './page-load.js'
import type { Stage } from './stage.js'

/** Bytes of script as they travel, script time in ms, until every element shows Home. */
export interface ElementsCost {
  bytes: number
  files: number
  time: number
}

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
  const { metrics } = await session.send('Performance.getMetrics')
  const time = (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000
  const sizes = await Promise.all(files)
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0), time }
}
