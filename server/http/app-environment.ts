import type { Hono } from 'hono'

/** What every request carries in Hono's context. */
export interface AppEnvironment {
  Variables: { requestId: string }
}

export type HonoApp = Hono<AppEnvironment>
