import { type Context, Hono } from 'hono'
import { collectDefaultMetrics } from 'prom-client'
import type { Config } from '../../config/config.js'
import type { AppEnvironment, HonoApp } from '../../http/app-environment.js'
import { parseBearerToken } from '../../http/bearer-token.js'
import { sendWrongKey } from '../../http/respond.js'
import { constantTimeEqual } from '../../lib/constant-time-equal.js'
import { sha256Hex } from '../../lib/sha256.js'
import type { Services } from '../../services.js'
import type { Metrics } from './metrics.js'

export const METRICS_PATH = '/metrics'

/** On the main port, which everybody reaches, only with a token, and only without a port of their own. */
export function registerMetrics(app: HonoApp, { config, metrics }: Services): void {
  const { port, token } = config.metrics
  if (port === null && token === null) return
  // Watches the event loop and garbage collection, and cannot be stopped.
  collectDefaultMetrics({ register: metrics.registry })
  if (port === null) app.get(METRICS_PATH, context => sendMetrics(context, metrics, token))
}

/** For METRICS_PORT. */
export function createMetricsApp({ registry }: Metrics, { metrics: { token } }: Config): HonoApp {
  const app = new Hono<AppEnvironment>()
  return app.get(METRICS_PATH, context => sendMetrics(context, { registry }, token))
}

async function sendMetrics(
  context: Context,
  { registry }: Pick<Metrics, 'registry'>,
  token: string | null
): Promise<Response> {
  if (token !== null && !isToken(context, token)) return sendWrongKey(context)
  return context.body(await registry.metrics(), 200, {
    'Content-Type': registry.contentType,
    'Cache-Control': 'private, no-store'
  })
}

/** Compares digests, because the time of a comparison must not depend on the length of the token. */
function isToken(context: Context, token: string): boolean {
  const sent = parseBearerToken(context.req.header('Authorization'))
  return sent !== null && constantTimeEqual(sha256Hex(token), sha256Hex(sent))
}
