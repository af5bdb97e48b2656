import type { App, AppOptions } from '../../src/core/app.js'
import type { RouteLocation } from '../../src/core/router/route-match.js'
import type { EarlySignIn } from '../../src/core/session/early-sign-in.js'
import type { StartRequest } from '../../src/player/instant-start/request.js'
import type { AppHistoryOptions, AppHistoryState } from '../environment/history-start.js'
import type { BrowserLaunchEnvironment } from '../environment/launch-environment.js'

export type LaunchOptions = Omit<AppOptions, 'envelopeSecret' | 'hasHotkeys'>

export interface LaunchContext {
  host: HTMLElement
  environment: BrowserLaunchEnvironment
  historyOptions: AppHistoryOptions
  historyStart: AppHistoryState
  options: LaunchOptions
  landing: RouteLocation | undefined
  signIn: EarlySignIn | undefined
  startRequest: StartRequest | undefined
  loadingSlot: HTMLSlotElement
  signal: AbortSignal
  /** Settles when the app may start; undefined if no optional attribute is set. */
  optionalAttributes?: Promise<OptionalAttributesState | undefined>
}

export interface AppHandle {
  app(): App | undefined
  whenApp: Promise<App>
  start(): Promise<App>
}

export interface OptionalAttributesState {
  whenThemed: Promise<unknown>
}
