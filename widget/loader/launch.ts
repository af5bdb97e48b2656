import type { App, AppOptions } from '../../src/core/app.js'
import type { RouteLocation } from '../../src/core/router/route-match.js'
import type { EarlySignIn } from '../../src/core/session/early-sign-in.js'
import type { StartRequest } from '../../src/player/instant-start/request.js'
import type { HistoryOptions, HistoryState } from '../environment/history-start.js'
import type { BrowserLaunchEnvironment } from '../environment/launch-environment.js'

/** The app's options without those that the app's chunk adds. */
export type LaunchOptions = Omit<AppOptions, 'envelopeSecret' | 'hasHotkeys'>

/** What is known before the app has loaded. */
export interface LaunchContext {
  host: HTMLElement
  environment: BrowserLaunchEnvironment
  historyOptions: HistoryOptions
  historyStart: HistoryState
  options: LaunchOptions
  /** Undefined if the address names no page. */
  landing: RouteLocation | undefined
  signIn: EarlySignIn | undefined
  startRequest: StartRequest | undefined
  /** The host page's content until the app is rendered. */
  loadingSlot: HTMLSlotElement
  signal: AbortSignal
  /** Settles when the app may start; undefined if no optional attribute is set. */
  optionalAttributes?: Promise<OptionalAttributesState | undefined>
}

/** The app when it exists. */
export interface AppHandle {
  app(): App | undefined
  /** Rejects if the instance ends first. */
  whenApp: Promise<App>
  /** Loads the app's code and starts it after `turn`; rejects if the code does not load. */
  start(turn?: Promise<void>): Promise<App>
}

export interface OptionalAttributesState {
  /** Settles when the app may be rendered. */
  themed: Promise<unknown>
}
