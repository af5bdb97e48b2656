import type { Hono } from 'hono'

export interface RequestOutcome {
  code: number
  detail?: object
}

export interface AppEnvironment {
  Variables: {
    requestId: string
    /** Set by what responds, for the log. Missing if the request succeeded. */
    outcome?: RequestOutcome
    isRouteUnknown?: true
  }
}

export type HonoApp = Hono<AppEnvironment>
