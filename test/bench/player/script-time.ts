// Script time and heap size until the first frame of a deep link, without throttling.
import { withPage } from '../support/page-load.js'
import type { Stage } from '../support/product.js'

/** `time` in ms, `heap` in bytes. */
export interface ScriptCost {
  time: number
  heap: number
}

export async function measureScripts(
  stage: Stage,
  { watcher, rounds }: { watcher: string; rounds: number }
): Promise<{ widget: ScriptCost; bare: ScriptCost }[]> {
  const costs: { widget: ScriptCost; bare: ScriptCost }[] = []
  for (let round = 0; round < rounds; round++) {
    const widget = await measure(stage.pages.play, watcher)
    const page = await stage.openBarePage()
    costs.push({ widget, bare: await measure(page.address, watcher).finally(page.stop) })
  }
  return costs
}

function measure(address: string, watcher: string): Promise<ScriptCost> {
  return withPage({ watcher }, async page => {
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const cost = new Promise<ScriptCost>((resolve, reject) => {
      // Reads the metrics in the frame callback, so that later work does not count.
      const read = async () => {
        const { metrics } = await session.send('Performance.getMetrics')
        const metricOf = (name: string) => metrics.find(metric => metric.name === name)?.value ?? Number.NaN
        return { time: metricOf('ScriptDuration') * 1000, heap: metricOf('JSHeapUsedSize') }
      }
      page.exposeFunction('benchFrame', () => read().then(resolve, reject)).catch(reject)
    })
    await page.goto(address, { waitUntil: 'commit' })
    return cost
  })
}
