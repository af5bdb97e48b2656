import type { Page } from 'playwright-core'
import type { Network } from '../e2e/support/api-calls.js'
import { pageStates } from '../e2e/support/page-states.js'

/** `new` has done nothing, `watched` has watched and kept dramas, `funded` has bought coins as well. */
export type ViewerKind = 'new' | 'watched' | 'funded'

export interface ScreenScenario {
  readonly name: string
  readonly path: string
  /** `watched` by default. */
  readonly viewer?: ViewerKind
  readonly network?: Network
  /** The network fault begins after the page has loaded. */
  readonly isLate?: boolean
  prepare?(page: Page): Promise<unknown>
  /** A page without the app: only a picture is made. */
  readonly isOutsideApp?: boolean
  /** Selector of what is visible on this screen: inside the app, or in the document if `isOutsideApp`. */
  readonly readySelector: string
}

export interface MotionScenario {
  readonly name: string
  readonly path: string
  /** `watched` by default. */
  readonly viewer?: ViewerKind
  readonly readySelector: string
  /** The video keeps playing, so the recording does not wait until the page is at rest. */
  readonly isPlaying?: boolean
  /** Before the recording. */
  prepare?(page: Page): Promise<unknown>
  /** While it is recorded. */
  act(page: Page): Promise<unknown>
  /** Recorded after `act`. */
  readonly restMs: number
}

/** The default export of each file in `scenarios`. */
export interface ScenarioFile {
  readonly screens?: readonly ScreenScenario[]
  readonly motions?: readonly MotionScenario[]
}

/** Screens that the tests open too, by their names there. */
export function pickStates(names: readonly string[]): ScreenScenario[] {
  return names.map(name => {
    const state = pageStates.find(one => one.name === name)
    if (!state) throw new Error(`page-states.ts has no state '${name}'`)
    const { visitor, ...screen } = state
    return { ...screen, viewer: visitor === 'new' ? 'new' : 'watched' }
  })
}
