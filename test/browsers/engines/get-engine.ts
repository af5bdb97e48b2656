import { createChromium } from './chromium.js'
import { ENGINE_NAMES, type Engine } from './engine.js'
import { findFirefox, findWebKit } from './find-engines.js'
import { createFirefox } from './firefox.js'
import { createWebKit } from './webkit.js'

let engine: Engine | undefined

/** The engine of this run, from `BROWSER_ENGINE`. Files of a worker share its browser, which ends with the worker. */
export function getEngine(): Engine {
  engine ??= createEngine()
  return engine
}

function createEngine(): Engine {
  const { BROWSER_ENGINE: name = 'chromium', DISPLAY: display = '' } = process.env
  if (name === 'chromium') return createChromium()
  if (name === 'firefox') return createFirefox(findFirefox() ?? '')
  if (name === 'webkit') return createWebKit({ ...findWebKit(), display })
  throw new Error(`BROWSER_ENGINE is one of ${ENGINE_NAMES}`)
}
