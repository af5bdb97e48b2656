// `npm run pictures`: screenshots of every screen and frame sequences of motions, with layout shifts and axe.
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { ViewerState } from '../e2e/support/watched-viewer.js'
import { type CapturedScreen, captureScreen } from './capture-screen.js'
import { loadScenarios } from './load-scenarios.js'
import { toSize } from './open-page.js'
import { writeReadmePicture } from './readme-picture.js'
import { recordMotion } from './record-motion.js'
import { formatReport, hasFault } from './report.js'
import type { Motion, Screen, Viewer } from './scenario.js'
import { openStage, type Stage } from './stage.js'

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'pictures' },
    browser: { type: 'string' },
    languages: { type: 'string', default: 'pt,en' },
    sizes: { type: 'string', default: '375,1280' },
    only: { type: 'string' },
    readme: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false }
  }
})
if (values.browser) process.env.CHROME_PATH = path.resolve(values.browser)
const folder = path.resolve(values.out)
const languages = values.languages.split(',')
const sizes = values.sizes.split(',').map(width => toSize(Number(width)))
const wanted = values.only?.split(',')
const isWanted = ({ name }: { name: string }) => wanted?.some(part => name.includes(part)) ?? true

const scenarios = await loadScenarios()
const screens = scenarios.screens.filter(isWanted)
const motions = scenarios.motions.filter(isWanted)

if (values.list) {
  console.log([...screens, ...motions].map(({ name }) => name).join('\n'))
} else if (screens.length + motions.length === 0) {
  console.error(`no screen and no motion has '${values.only}' in its name`)
  process.exitCode = 1
} else {
  const stage = await openStage()
  process.once('SIGINT', () => void stage.stop().finally(() => process.exit(130)))
  try {
    if (values.readme) console.log(await writeReadmePicture(stage, scenarios.screens))
    else await makePictures(stage)
  } finally {
    await stage.stop()
  }
}

async function makePictures(stage: Stage) {
  const captured = await captureAll(stage, screens)
  if (captured.length > 0) console.log(`\n${formatReport(captured)}\n`)
  const unrecorded = await recordAll(stage, motions)
  console.log(`\n${folder}`)
  if (captured.some(hasFault) || unrecorded > 0) process.exitCode = 1
}

async function captureAll(stage: Stage, list: readonly Screen[]): Promise<CapturedScreen[]> {
  const states = new Map<Viewer, ViewerState | undefined>()
  const captured: CapturedScreen[] = []
  for (const screen of list) {
    const viewer = screen.viewer ?? 'watched'
    if (!states.has(viewer)) states.set(viewer, await stage.createViewerState(viewer))
    for (const size of sizes) {
      for (const language of languages) {
        const setting = { size, language, state: states.get(viewer), folder: path.join(folder, 'screens') }
        captured.push(await captureScreen(stage, screen, setting))
      }
    }
    console.log(`${captured.some(one => one.name === screen.name && hasFault(one)) ? '✗' : '✓'} ${screen.name}`)
  }
  return captured
}

/** Returns how many could not be recorded. */
async function recordAll(stage: Stage, list: readonly Motion[]): Promise<number> {
  const [size = toSize(375)] = sizes
  const [language = 'pt'] = languages
  let failures = 0
  for (const motion of list) {
    const state = await stage.createViewerState(motion.viewer ?? 'watched')
    try {
      const setting = { size, language, state, folder: path.join(folder, 'motions') }
      console.log(`✓ ${motion.name}: ${await recordMotion(stage, motion, setting)} frames`)
    } catch (error) {
      failures++
      console.error(`✗ ${motion.name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  return failures
}
