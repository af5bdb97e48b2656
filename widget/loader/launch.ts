import type { App, AppOptions } from '../../src/core/app.js'
import type { RouteLocation } from '../../src/core/router/route-match.js'
import type { EarlySignIn } from '../../src/core/session/early-sign-in.js'
import type { OwnEnvironment } from '../environment/environment.js'

/** What there is before the app. */
export interface Front {
  environment: OwnEnvironment
  options: AppOptions
  /** Undefined where the address names no page. */
  landing: RouteLocation | undefined
  ahead: EarlySignIn
  /** What the page itself shows until the app is drawn. */
  loading: HTMLSlotElement
  signal: AbortSignal
  /** Settles when the app may run; undefined where the page wants nothing of the kind, or the code does not arrive. */
  wishes?: Promise<Heeded | undefined>
}

export interface Run {
  app(): App | undefined
  whenApp: Promise<App>
  /** Fetches its code and lets it run when it is its turn; rejects where the code does not arrive. */
  start(turn?: Promise<void>): Promise<App>
}

/** What is heeded already and not yet worn. */
export interface Heeded {
  /** Settles when the app may be drawn. */
  dressed: Promise<unknown>
}
