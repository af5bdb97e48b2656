// `npm run test:browsers`: runs the journeys in every engine of this machine. `-- --docs` writes the result to docs,
// `-- --pictures <folder>` keeps pictures of the app on other pages, `-- --where-installed` runs nothing where Chromium
// is alone, because `npm test` has tried the app in it.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ENGINE_NAMES } from './engines/engine.js'
import { type FoundEngine, findEngines } from './engines/find-engines.js'
import { type EngineRun, printSummary, readRun, writeDocs } from './summary.js'

const { found, missing } = await findEngines()
for (const { name, version } of found) console.log(`${name}: ${version}`)
for (const { name, reason } of missing) console.log(`${name} is missing: ${reason}`)

const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    docs: { type: 'boolean', default: false },
    pictures: { type: 'string' },
    'where-installed': { type: 'boolean', default: false }
  }
})
if (values['where-installed'] && found.every(engine => engine.name === 'chromium')) {
  console.log('Only Chromium is installed, which has run every journey of the app already.')
  process.exit()
}
const pictures = values.pictures === undefined ? {} : { BROWSER_PICTURES: path.resolve(values.pictures) }
const runs: EngineRun[] = []
for (const engine of found) {
  if (chosen.length === 0 || chosen.includes(engine.name)) runs.push(await runJourneys(engine))
}
printSummary(runs, missing)
if (values.docs) {
  if (runs.length === ENGINE_NAMES.length) writeDocs(runs)
  else console.log('The tables of docs are written only after a run of all engines.')
}
if (runs.length === 0 || runs.some(run => !run.hasPassed)) process.exitCode = 1

async function runJourneys(engine: FoundEngine): Promise<EngineRun> {
  console.log(`\n▶ ${engine.name}`)
  const folder = mkdtempSync(path.join(tmpdir(), 'drama-browsers-'))
  const file = path.join(folder, 'result.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const vitest = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project=browsers', ...reporters],
    {
      env: { ...process.env, BROWSER_ENGINE: engine.name, ...pictures },
      stdio: 'inherit'
    }
  )
  const status = await new Promise<number | null>(resolve => vitest.once('close', resolve))
  try {
    return readRun(engine, status === 0, readFileSync(file, 'utf8'))
  } catch {
    return { engine, hasPassed: false, journeys: [] }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
