import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { type Log, toLoggedPath } from '../lib/log.js'
import type { Random } from '../lib/random.js'
import type { AppEnvironment } from './app-environment.js'
import type { ServerLifecycle } from './server-lifecycle.js'

type Middleware = MiddlewareHandler<AppEnvironment>

export function identifyRequest(random: Random): Middleware {
  return async (context, next) => {
    context.set('requestId', random.bytes(8).toString('hex'))
    await next()
    context.header('X-Request-Id', context.get('requestId'))
  }
}

export function logRequest(log: Log): Middleware {
  return async (context, next) => {
    const startedAt = performance.now()
    await next()
    const ms = Math.round(performance.now() - startedAt)
    const { method, path } = context.req
    log.debug({ id: context.get('requestId'), method, path: toLoggedPath(path), status: context.res.status, ms })
  }
}

export const secureHeaders: Middleware = async (context, next) => {
  await next()
  context.header('X-Content-Type-Options', 'nosniff')
  context.header('Referrer-Policy', 'no-referrer')
  context.header('Cross-Origin-Resource-Policy', 'cross-origin')
  context.header('Timing-Allow-Origin', '*')
}

export function closeWhileDraining(lifecycle: ServerLifecycle): Middleware {
  return async (context, next) => {
    await next()
    if (lifecycle.isDraining) context.header('Connection', 'close')
  }
}

const ALLOWED_HEADERS = ['Authorization', 'Content-Type', 'XX-Device-Id', 'XX-Token', 'Idempotency-Key']
const commonOptions = { origin: '*', allowMethods: ['GET', 'POST'], maxAge: 86_400 }
const apiCors = cors({
  ...commonOptions,
  allowHeaders: ALLOWED_HEADERS,
  exposeHeaders: ['ETag', 'Retry-After', 'X-Next-Cursor']
})
const mediaCors = cors({
  ...commonOptions,
  allowHeaders: [...ALLOWED_HEADERS, 'Range'],
  exposeHeaders: ['ETag', 'Retry-After', 'Content-Length', 'Content-Range']
})

/** Every origin is safe because requests carry no cookies: the client sends its token explicitly. */
export const allowEveryOrigin: Middleware = (context, next) =>
  (context.req.path.startsWith('/m/') ? mediaCors : apiCors)(context, next)
