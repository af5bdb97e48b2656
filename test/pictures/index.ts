// Screenshots of every screen and frame sequences of motions; fails on layout shifts and axe violations:
// `npm run pictures -- [--only a,b] [--languages pt,en] [--sizes 375,1280] [--out DIR] [--browser PATH] [--list] [--readme]`
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { ViewerState } from '../e2e/support/watched-viewer.js'
import { type CapturedScreen, captureScreen } from './capture-screen.js'
import { loadScenarios } from './load-scenarios.js'
import { toSize } from './open-page.js'
import { openPictureSession, type PictureSession } from './picture-session.js'
import { writeReadmePicture } from './readme-picture.js'
import { recordMotion } from './record-motion.js'
import { formatReport, hasFault } from './report.js'
import type { MotionScenario, ScreenScenario, ViewerKind } from './scenario.js'

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
  const session = await openPictureSession()
  process.once('SIGINT', () => void session.stop().finally(() => process.exit(130)))
  try {
    if (values.readme) console.log(await writeReadmePicture(session, scenarios.screens))
    else await makePictures(session)
  } finally {
    await session.stop()
  }
}

async function makePictures(session: PictureSession) {
  const captured = await captureAll(session, screens)
  if (captured.length > 0) console.log(`\n${formatReport(captured)}\n`)
  const unrecorded = await recordAll(session, motions)
  console.log(`\n${folder}`)
  if (captured.some(hasFault) || unrecorded > 0) process.exitCode = 1
}

async function captureAll(session: PictureSession, list: readonly ScreenScenario[]): Promise<CapturedScreen[]> {
  const states = new Map<ViewerKind, ViewerState | undefined>()
  const captured: CapturedScreen[] = []
  for (const screen of list) {
    const viewer = screen.viewer ?? 'watched'
    if (!states.has(viewer)) states.set(viewer, await session.createViewerState(viewer))
    for (const size of sizes) {
      for (const language of languages) {
        const setting = { size, language, state: states.get(viewer), folder: path.join(folder, 'screens') }
        captured.push(await captureScreen(session, screen, setting))
      }
    }
    console.log(`${captured.some(one => one.name === screen.name && hasFault(one)) ? '✗' : '✓'} ${screen.name}`)
  }
  return captured
}

/** Returns how many could not be recorded. */
async function recordAll(session: PictureSession, list: readonly MotionScenario[]): Promise<number> {
  const [size = toSize(375)] = sizes
  const [language = 'pt'] = languages
  let failures = 0
  for (const motion of list) {
    const state = await session.createViewerState(motion.viewer ?? 'watched')
    try {
      const setting = { size, language, state, folder: path.join(folder, 'motions') }
      console.log(`✓ ${motion.name}: ${await recordMotion(session, motion, setting)} frames`)
    } catch (error) {
      failures++
      console.error(`✗ ${motion.name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  return failures
}
