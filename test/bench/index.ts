// `npm run bench`: how much a page fetches before it shows something, and how long its first frame takes.
import { writeFile } from 'node:fs/promises'
import { measureBoot } from './boot-bytes.js'
import { bundleWatcher } from './bundles.js'
import { raceAll } from './first-frame.js'
import { reportBoot, reportPlayer, reportRaces, reportWaterfalls, summarize } from './report.js'
import { measureScripts } from './script-time.js'
import { openStage } from './stage.js'
import { measureSwipes } from './swipe.js'

const RESULT = 'dist/bench.json'

const rounds = readRounds()
try {
  await run()
} catch (error) {
  console.error(`✗ bench     ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

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
    console.log(`\n${reportPlayer(swipes, scripts)}`)
    const result = { at: new Date().toISOString(), boots, firstFrame: races.map(summarize), swipes, scripts, races }
    await writeFile(RESULT, `${JSON.stringify(result, null, 2)}\n`)
    console.log(`\nEverything that was measured: ${RESULT}`)
  } finally {
    await stage.stop()
  }
}

function readRounds(): number {
  const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
  if (Number.isInteger(rounds) && rounds > 0) return rounds
  console.error(`BENCH_ROUNDS: "${process.env.BENCH_ROUNDS}" is not a whole number above 0`)
  process.exit(1)
}
