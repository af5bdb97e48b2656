// `npm run bench:sources`: time to the first frame of the film with hls.js, with its worker, with native HLS and as one MP4 file.

import { timeOf } from '../player/first-frame.js'
import { bundleWatcher } from '../support/bundles.js'
import { BUSY_LIMIT, measureForeignLoad } from '../support/machine-load.js'
import { networks } from '../support/networks.js'
import { watchFirstFrame, withPage } from '../support/page-load.js'
import { openStage, type Stage, type Way } from '../support/product.js'
import { formatTable, spreadOf } from '../support/statistics.js'

const ROUNDS = 5
const ways = ['light', 'worker', 'native', 'mp4'] as const satisfies readonly Way[]
const names = { light: 'hls.js light', worker: 'with its worker', native: "the browser's own", mp4: 'one MP4 file' }

const stage = await openStage()
try {
  const watcher = await bundleWatcher()
  const rows: string[][] = []
  let busy = 0
  for (const network of networks) {
    const times: Record<(typeof ways)[number], number[]> = { light: [], worker: [], native: [], mp4: [] }
    for (let round = 0; round < ROUNDS; round++) {
      // Each round starts with another way, so that a warm machine favours none.
      for (const index of ways.keys()) {
        const way = ways[(index + round) % ways.length] ?? 'light'
        if ((await measureForeignLoad()) > BUSY_LIMIT) busy++
        times[way].push(await measure(stage, way, { watcher, network }))
      }
    }
    rows.push([network.name, ...ways.map(way => formatTimes(times[way], times.light))])
  }
  console.log(`First frame (median ms; in brackets the median of each round's ratio to hls.js light, ${ROUNDS} rounds)`)
  console.log(formatTable([['', ...ways.map(way => names[way])], ...rows]))
  console.log(busy > 0 ? `NOTE: others used the machine before ${busy} loads.` : 'Nobody else used the machine.')
} finally {
  await stage.stop()
}

/** Resolves with ms, or NaN if the browser cannot play it that way. */
async function measure(from: Stage, way: Way, conditions: Parameters<typeof withPage>[0]): Promise<number> {
  const page = await from.openBarePage({ way })
  const seen = withPage(conditions, loaded => watchFirstFrame(loaded, page.address)).then(timeOf, () => Number.NaN)
  return seen.finally(page.stop)
}

function formatTimes(times: readonly number[], light: readonly number[]): string {
  if (times.some(Number.isNaN)) return 'does not play'
  const ratio = spreadOf(times.map((time, round) => time / (light[round] ?? Number.NaN))).median
  return `${spreadOf(times).median.toFixed(0)} (${ratio.toFixed(2)})`
}
