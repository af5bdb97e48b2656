import type { Hono } from 'hono'

export interface AppEnvironment {
  Variables: { requestId: string }
}

export type HonoApp = Hono<AppEnvironment>
