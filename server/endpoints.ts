// Where every endpoint of the contract is opened: access, validation and the form of the answer are decided here.
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Endpoint } from '../contract/endpoint.js'
import { endpoints } from '../contract/index.js'
import { type Lang, langSchema } from '../contract/lang.js'
import { visitorLogin } from '../contract/visitor.js'
import { handlers, sharedReads } from './handlers.js'
import { answerCacheable, answerEnvelope } from './lib/answer.js'
import type { App } from './lib/app-environment.js'
import { BusinessError, parameterError } from './lib/business-error.js'
import { clientAddress } from './lib/client-address.js'
import { withDeadline } from './lib/deadline.js'
import { success } from './lib/envelope.js'
import { parseBody } from './lib/request-body.js'
import { findViewer, tokenOf, type Viewer } from './modules/visitor/session.js'
import type { RequestContext } from './request-context.js'
import type { Services } from './services.js'

/** Registers a route for every endpoint of the contract. */
export function registerEndpoints(app: App, services: Services): void {
  for (const endpoint of endpoints) {
    const handler: (context: RequestContext, request: never) => Promise<unknown> = handlers[endpoint.path]
    app.on(endpoint.method, endpoint.path, async context => {
      const sent = await readRequest(context, endpoint.method)
      const data = await withDeadline(answer(context, services, endpoint, sent, handler), services.pulse)
      return answerData(context, services, endpoint, data)
    })
  }
}

async function answer(
  context: Context,
  services: Services,
  endpoint: Endpoint,
  sent: object,
  handler: (context: RequestContext, request: never) => Promise<unknown>
): Promise<unknown> {
  const now = new Date(services.clock.now())
  const token = tokenOf(context.req.header('Authorization'))
  const viewer = token === null ? null : await findViewer(services.db, token, now)
  checkAccess(endpoint, token, viewer)
  const request = validate(endpoint, sent)
  const caller = { viewer, token: viewer === null ? null : token, now, lang: langOf(sent) }
  return handler({ ...services, ...caller, ...surroundingsOf(context, services) }, request)
}

async function readRequest(context: Context, method: Endpoint['method']): Promise<object> {
  if (method === 'GET') return context.req.query()
  // Other content types pass without a preflight, so a form on any page could send them.
  const type = context.req.header('Content-Type') ?? ''
  if (!/^application\/json\b/i.test(type)) throw parameterError('Content-Type')
  return parseBody(await context.req.text())
}

function checkAccess({ access, path }: Endpoint, token: string | null, viewer: Viewer | null): void {
  const isForgiving = path === visitorLogin.path
  if (token !== null && viewer === null && !isForgiving) throw new BusinessError(999)
  if (access !== 'none' && viewer === null) throw new BusinessError(999)
  if (access === 'user' && viewer?.kind !== 'user') throw new BusinessError(999)
}

function validate(endpoint: Endpoint, sent: object): never {
  const parsed = endpoint.request.safeParse(sent)
  if (!parsed.success) {
    const fields = parsed.error.issues.map(issue => issue.path.join('.') || 'body')
    throw parameterError(...new Set(fields))
  }
  // The compiler has already matched this endpoint's handler with its schema in the table of handlers.
  return parsed.data as never
}

const langOf = (sent: object): Lang => langSchema.parse('lang' in sent ? sent.lang : undefined) ?? 'pt'

const HEADER_LIMIT = 256

function surroundingsOf(context: Context, { config }: Services) {
  return {
    deviceId: (context.req.header('XX-Device-Id') ?? '').slice(0, HEADER_LIMIT),
    userAgent: (context.req.header('User-Agent') ?? '').slice(0, HEADER_LIMIT),
    address: clientAddress(socketAddressOf(context), context.req.header('X-Forwarded-For'), config.trustedProxies),
    idempotencyKey: context.req.header('Idempotency-Key') ?? null,
    origin: config.publicUrl ?? new URL(context.req.url).origin
  }
}

/** Missing where a request comes without a connection, as in tests. */
function socketAddressOf({ env }: Context): string | undefined {
  const { incoming }: Partial<HttpBindings> = env ?? {}
  return incoming?.socket.remoteAddress
}

function answerData(context: Context, { config }: Services, endpoint: Endpoint, data: unknown): Promise<Response> {
  const secret = config.envelopeSecret
  const isShared = sharedReads.has(endpoint.path) && tokenOf(context.req.header('Authorization')) === null
  if (isShared) return answerCacheable(context, success(data), secret)
  return answerEnvelope(context, success(data), { secret, headers: { Vary: 'Authorization, Accept-Encoding' } })
}
