import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { routePath } from 'hono/route'
import { type Log, toLoggedPath } from '../lib/log.js'
import type { Random } from '../lib/random.js'
import { markFailed, runInSpan, type Tracer } from '../lib/tracing.js'
import type { Metrics } from '../modules/metrics/metrics.js'
import { UNKNOWN_ROUTE } from '../modules/metrics/request-metrics.js'
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

/** Load balancers and Prometheus ask for these all the time. */
const quietRoutes: ReadonlySet<string> = new Set(['/livez', '/readyz', '/healthz', '/metrics'])

/** Measures each request, and writes its line into the log. docs/guide/monitoring.md describes the fields. */
export function observeRequest(log: Log, { requests }: Pick<Metrics, 'requests'>): Middleware {
  return async (context, next) => {
    const startedAt = performance.now()
    requests.begin()
    await next()
    const elapsedMs = performance.now() - startedAt
    const { method, path } = context.req
    const { status, headers } = context.res
    const route = context.get('isRouteUnknown') === true ? UNKNOWN_ROUTE : routePath(context)
    requests.end({ method, route, status, seconds: elapsedMs / 1000 })
    const level = quietRoutes.has(route) ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    const outcome = context.get('outcome')
    const length = headers.get('Content-Length')
    log[level]({
      id: context.get('requestId'),
      method,
      route,
      path: toLoggedPath(path),
      status,
      code: outcome?.code,
      detail: outcome?.detail,
      ms: Math.round(elapsedMs),
      bytes: length === null ? undefined : Number(length)
    })
  }
}

/** A span named by the route, not by the path, around everything that the request does. */
export function traceRequest(tracer: Tracer): Middleware {
  return async (context, next) => {
    const { method, path } = context.req
    if (quietRoutes.has(path)) return next()
    const attributes = { 'http.request.method': method }
    const parent = context.req.header('traceparent') ?? null
    const span = tracer.startSpan(method, { kind: 'server', attributes, parent })
    try {
      await runInSpan(tracer, span, next)
    } finally {
      const route = context.get('isRouteUnknown') === true ? UNKNOWN_ROUTE : routePath(context)
      const { status } = context.res
      span.updateName(`${method} ${route}`)
      span.setAttributes({
        'http.route': route,
        'http.response.status_code': status,
        'drama.request_id': context.get('requestId'),
        'drama.code': context.get('outcome')?.code
      })
      if (status >= 500) markFailed(span)
      span.end()
    }
  }
}

export const secureHeaders: Middleware = async (context, next) => {
  await next()
  const { headers } = context.res
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'no-referrer')
  const isConsole = isOfConsole(context.req.path)
  headers.set('Cross-Origin-Resource-Policy', isConsole ? 'same-origin' : 'cross-origin')
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

/** Previews are documents without an origin, whose token is in the address: they ignore the cookie. */
const isOfConsole = (path: string) => path.startsWith('/console/') && !path.startsWith('/console/preview/')

/** Every origin is safe because requests carry no cookies, except to the console: the client sends its token explicitly. */
export const allowEveryOrigin: Middleware = async (context, next) => {
  const { path } = context.req
  if (isOfConsole(path)) return next()
  const isMedia = path.startsWith('/m/')
  if (context.req.method === 'OPTIONS') return (isMedia ? mediaPreflight : apiPreflight)(context, next)
  await next()
  const { headers } = context.res
  headers.set('Access-Control-Allow-Origin', '*')
  headers.set('Access-Control-Expose-Headers', isMedia ? MEDIA_EXPOSED_HEADERS : API_EXPOSED_HEADERS)
}
