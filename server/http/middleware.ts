import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { type Log, toLoggedPath } from '../lib/log.js'
import type { Random } from '../lib/random.js'
import type { AppEnvironment } from './app-environment.js'
import type { ServerLifecycle } from './server-lifecycle.js'

// After the handler they set headers on `context.res`: `context.header()` copies the response for each header, and
// `context.res` before the handler makes Hono copy it, too.
type Middleware = MiddlewareHandler<AppEnvironment>

export function identifyRequest(random: Random): Middleware {
  return async (context, next) => {
    context.set('requestId', random.bytes(8).toString('hex'))
    await next()
    context.res.headers.set('X-Request-Id', context.get('requestId'))
  }
}

export function logRequest(log: Log): Middleware {
  return async (context, next) => {
    const startedAt = performance.now()
    await next()
    if (!log.isLevelEnabled('debug')) return
    const ms = Math.round(performance.now() - startedAt)
    const { method, path } = context.req
    log.debug({ id: context.get('requestId'), method, path: toLoggedPath(path), status: context.res.status, ms })
  }
}

export const secureHeaders: Middleware = async (context, next) => {
  await next()
  const { headers } = context.res
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'no-referrer')
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  headers.set('Timing-Allow-Origin', '*')
}

export function closeWhileDraining(lifecycle: ServerLifecycle): Middleware {
  return async (context, next) => {
    await next()
    if (lifecycle.isDraining) context.res.headers.set('Connection', 'close')
  }
}

const ALLOWED_HEADERS = ['Authorization', 'Content-Type', 'XX-Device-Id', 'XX-Token', 'Idempotency-Key']
const commonOptions = { origin: '*', allowMethods: ['GET', 'POST'], maxAge: 86_400 }
const apiPreflight = cors({ ...commonOptions, allowHeaders: ALLOWED_HEADERS })
const mediaPreflight = cors({ ...commonOptions, allowHeaders: [...ALLOWED_HEADERS, 'Range'] })
const API_EXPOSED_HEADERS = 'ETag,Retry-After,X-Next-Cursor'
const MEDIA_EXPOSED_HEADERS = 'ETag,Retry-After,Content-Length,Content-Range'

/** Every origin is safe because requests carry no cookies: the client sends its token explicitly. */
export const allowEveryOrigin: Middleware = async (context, next) => {
  const isMedia = context.req.path.startsWith('/m/')
  if (context.req.method === 'OPTIONS') return (isMedia ? mediaPreflight : apiPreflight)(context, next)
  await next()
  const { headers } = context.res
  headers.set('Access-Control-Allow-Origin', '*')
  headers.set('Access-Control-Expose-Headers', isMedia ? MEDIA_EXPOSED_HEADERS : API_EXPOSED_HEADERS)
}
