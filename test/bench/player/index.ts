// `npm run bench`: bytes and time until Home and the first frame, swipes, script time and dropped frames.
import { writeFile } from 'node:fs/promises'
import { bundleWatcher } from '../support/bundles.js'
import { openStage } from '../support/product.js'
import { readRounds } from '../support/rounds.js'
import { runBench } from '../support/run-bench.js'
import { measureBoot } from './boot-bytes.js'
import { measureDroppedFrames } from './dropped-frames.js'
import { raceAll } from './first-frame.js'
import {
  reportBoot,
  reportDroppedFrames,
  reportElements,
  reportPlayer,
  reportRaces,
  reportWaterfalls,
  summarize
} from './report.js'
import { measureScripts } from './script-time.js'
import { measureSwipes } from './swipe.js'
import { measureElements } from './two-elements.js'

const RESULT = 'dist/bench.json'

const rounds = readRounds()
await runBench(run)

async function run(): Promise<void> {
  const watcher = await bundleWatcher()
  const stage = await openStage()
  try {
    const boots = await measureBoot(stage, watcher)
    console.log(`\n${reportBoot(boots)}\n`)
    const races = await raceAll(stage, { watcher, rounds, onRound: text => console.error(text) })
    console.log(`\n${reportWaterfalls(races)}\n\n${reportRaces(races)}`)
    const swipes = await measureSwipes(stage, { watcher, rounds })
    const scripts = await measureScripts(stage, { watcher, rounds })
    const elements = await measureElements(stage, { watcher, rounds: 2 * rounds })
    const frames = await measureDroppedFrames(stage, { watcher, rounds })
    console.log(`\n${reportPlayer(swipes, scripts)}\n${reportElements(elements)}\n${reportDroppedFrames(frames)}`)
    const result = {
      at: new Date().toISOString(),
      boots,
      firstFrame: races.map(summarize),
      swipes,
      scripts,
      elements,
      frames,
      races
    }
    await writeFile(RESULT, `${JSON.stringify(result, null, 2)}\n`)
    console.log(`\nEverything that was measured: ${RESULT}`)
  } finally {
    await stage.stop()
  }
}
