// `npm run bench:startup`: every way in which an episode starts, beside bare hls.js.
import { writeFile } from 'node:fs/promises'
import { bundleFrameRecorder } from '../support/bundles.js'
import { BUSY_LIMIT, measureForeignLoad } from '../support/machine-load.js'
import { openStage, type Stage } from '../support/product.js'
import { readRounds, readWatchedRounds } from '../support/rounds.js'
import { runBench } from '../support/run-bench.js'
import { measureStart, type StartFigures } from './measure.js'
import { networkProfiles } from './network-profiles.js'
import { reportStarts, type StartRow } from './report.js'
import { scenarios } from './scenarios.js'

const RESULT = 'dist/bench-startup.json'

const rounds = readRounds()
const watchedRounds = readWatchedRounds(rounds)
let foreignLoads = 0
await runBench(run)

async function run(): Promise<void> {
  const watcher = await bundleFrameRecorder()
  const stage = await openStage()
  const rows: StartRow[] = scenarios.flatMap(scenario =>
    networkProfiles.map(profile => ({ scenario, profile, rounds: [] }))
  )
  try {
    for (let round = 0; round < rounds; round++) {
      const isWatched = round < watchedRounds
      // The network changes after the first frame.
      const measured = rows.filter(({ profile }) => isWatched || !profile.changes)
      for (const row of measured) row.rounds.push(await measureBoth(stage, row, { round, isWatched, watcher }))
      console.error(`round ${round + 1} of ${rounds}`)
    }
  } finally {
    await stage.stop()
    // Also what was measured before a failure.
    const measured = rows.filter(row => row.rounds.length > 0)
    console.log(`\n${reportStarts(measured, foreignLoads)}`)
  }
  await writeFile(RESULT, `${JSON.stringify({ at: new Date().toISOString(), rows }, null, 2)}\n`)
  console.log(`\nEverything that was measured: ${RESULT}`)
}

/** The players take turns in starting, so that a warm machine favours none. */
async function measureBoth(
  stage: Stage,
  { scenario, profile }: StartRow,
  { round, isWatched, watcher }: { round: number; isWatched: boolean; watcher: string }
): Promise<Record<'widget' | 'bare', StartFigures>> {
  stage.delayPreflights(profile.network.conditions?.latency ?? 0)
  const measure = async (player: 'widget' | 'bare') => {
    const setup = await scenario[player](stage)
    if ((await measureForeignLoad()) > BUSY_LIMIT) foreignLoads++
    return measureStart(setup, { profile, isWatched, watcher }).finally(setup.stop)
  }
  const other = round % 2 === 0 ? await measure('widget') : undefined
  const bare = await measure('bare')
  return { widget: other ?? (await measure('widget')), bare }
}
