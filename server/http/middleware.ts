import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { type Log, loggedPath } from '../lib/log.js'
import type { Random } from '../lib/random.js'
import type { AppEnvironment } from './app-environment.js'

type Middleware = MiddlewareHandler<AppEnvironment>

/** Gives every request an id, which the log and the answer carry. */
export function identifyRequest(random: Random): Middleware {
  return async (context, next) => {
    context.set('requestId', random.bytes(8).toString('hex'))
    await next()
    context.header('X-Request-Id', context.get('requestId'))
  }
}

/** One line per request on level debug; refusals and errors are logged where they are turned into answers. */
export function logRequest(log: Log): Middleware {
  return async (context, next) => {
    const startedAt = performance.now()
    await next()
    const ms = Math.round(performance.now() - startedAt)
    const { method, path } = context.req
    log.debug({ id: context.get('requestId'), method, path: loggedPath(path), status: context.res.status, ms })
  }
}

/** Headers of every answer; partner pages of any origin may use what we serve. */
export const secureHeaders: Middleware = async (context, next) => {
  await next()
  context.header('X-Content-Type-Options', 'nosniff')
  context.header('Referrer-Policy', 'no-referrer')
  context.header('Cross-Origin-Resource-Policy', 'cross-origin')
  context.header('Timing-Allow-Origin', '*')
}

/** While the server goes down every answer ends its connection. */
export function closeWhileDraining(lifecycle: { isDraining: boolean }): Middleware {
  return async (context, next) => {
    await next()
    if (lifecycle.isDraining) context.header('Connection', 'close')
  }
}

const HEADERS = ['Authorization', 'Content-Type', 'XX-Device-Id', 'XX-Token', 'Idempotency-Key']
const common = { origin: '*', allowMethods: ['GET', 'POST'], maxAge: 86_400 }
const apiCors = cors({ ...common, allowHeaders: HEADERS, exposeHeaders: ['ETag', 'Retry-After'] })
const mediaCors = cors({
  ...common,
  allowHeaders: [...HEADERS, 'Range'],
  exposeHeaders: ['ETag', 'Retry-After', 'Content-Length', 'Content-Range']
})

/** Any page may call, and never with credentials: the token is sent by hand, nothing is ambient. */
export const allowEveryOrigin: Middleware = (context, next) =>
  (context.req.path.startsWith('/m/') ? mediaCors : apiCors)(context, next)
