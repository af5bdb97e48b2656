import type { App, AppOptions } from '../../src/core/app.js'
import type { RouteLocation } from '../../src/core/router/route-match.js'
import type { EarlySignIn } from '../../src/core/session/early-sign-in.js'
import type { BrowserEnvironment } from '../environment/environment.js'

/** What there is before the app. */
export interface LaunchContext {
  environment: BrowserEnvironment
  options: AppOptions
  /** Undefined where the address names no page. */
  landing: RouteLocation | undefined
  signIn: EarlySignIn
  /** What the page itself shows until the app is drawn. */
  loading: HTMLSlotElement
  signal: AbortSignal
  /** Settles when the app may run; undefined where the page wants nothing of the kind, or the code does not arrive. */
  optionalAttributes?: Promise<OptionalAttributesState | undefined>
}

export interface AppHandle {
  app(): App | undefined
  whenApp: Promise<App>
  /** Fetches its code and lets it run when it is its turn; rejects where the code does not arrive. */
  start(turn?: Promise<void>): Promise<App>
}

/** What is heeded already and not yet worn. */
export interface OptionalAttributesState {
  /** Settles when the app may be drawn. */
  dressed: Promise<unknown>
}
