import type { Context } from 'hono'
import { emailLogin, partnerLogin, recover } from '../../contract/account.js'
import { play } from '../../contract/episode.js'
import { endpoints } from '../../contract/index.js'
import type { Endpoint } from '../../contract/protocol/endpoint.js'
import { type Lang, languageSchema } from '../../contract/protocol/language.js'
import { uploadImage } from '../../contract/reward.js'
import { readOrder } from '../../contract/store.js'
import { visitorLogin } from '../../contract/visitor.js'
import { cacheablePaths, handlers, serverCachedPaths } from '../handlers.js'
import { findNextEndOfNew } from '../modules/catalogue/new-dramas.js'
import { isPartnerSignInValid } from '../modules/partner/partner-token.js'
import { findReplacedViewer, findViewer } from '../modules/visitor/session.js'
import type { Services } from '../services.js'
import type { AnswerCache } from './answer-cache.js'
import type { HonoApp } from './app-environment.js'
import { parseBearerToken } from './bearer-token.js'
import { BusinessError, createFieldError } from './business-error.js'
import { readCaller } from './caller.js'
import { withDeadline } from './deadline.js'
import { createSuccessEnvelope } from './envelope.js'
import { trackExternalWaits, untracked } from './external-calls.js'
import { checkRequest, readParameters } from './request-body.js'
import type { RequestContext } from './request-context.js'
import { type CacheableAnswer, sendCacheable, sendEnvelope, toCacheableAnswer } from './respond.js'
import { describeHandler } from './route-docs.js'
import type { Viewer } from './viewer.js'

export function registerEndpoints(app: HonoApp, services: Services): void {
  for (const endpoint of endpoints) {
    if (endpoint.path === uploadImage.path) continue
    const handler: (context: RequestContext, request: never) => Promise<unknown> = handlers[endpoint.path]
    const answerCache = serverCachedPaths.has(endpoint.path) ? services.answerCaches.create() : null
    const answer = async (context: Context) => {
      const rawRequest = await readRequest(context, endpoint.method)
      if (answerCache !== null && !hasToken(context)) {
        const work = readCachedAnswer(context, services, { endpoint, handler, rawRequest, answerCache })
        return sendCacheable(context, await withDeadline(work, services.liveness))
      }
      const { trackExternalWait, isWaitingExternally } = trackExternalWaits()
      const work = handleRequest(context, { ...services, trackExternalWait }, endpoint, rawRequest, handler)
      const data = await withDeadline(work, services.liveness, isWaitingExternally)
      return sendData(context, services, endpoint, data)
    }
    app.on(endpoint.method, endpoint.path, describeHandler({ kind: 'endpoint', endpoint }, answer))
  }
}

const hasToken = ({ req }: Context) => parseBearerToken(req.header('Authorization')) !== null

interface CachedRequest {
  endpoint: Endpoint
  handler: (context: RequestContext, request: never) => Promise<unknown>
  rawRequest: object
  answerCache: AnswerCache
}

async function readCachedAnswer(
  context: Context,
  services: Services,
  { endpoint, handler, rawRequest, answerCache }: CachedRequest
): Promise<CacheableAnswer> {
  const caller = await authorizeRequest(context, services, endpoint)
  const request = validate(endpoint, rawRequest)
  const lang = readLang(rawRequest)
  const key = JSON.stringify([lang, caller.origin, request])
  return answerCache.find(key, { content: caller.content, now: caller.now.getTime() }, async () => {
    const data = await handler({ ...services, ...caller, lang, trackExternalWait: untracked }, request)
    const answer = toCacheableAnswer(createSuccessEnvelope(data), services.config.envelopeSecret)
    return { answer, endsAt: await findNextEndOfNew(services.db, caller.now) }
  })
}

async function handleRequest(
  context: Context,
  services: Services & Pick<RequestContext, 'trackExternalWait'>,
  endpoint: Endpoint,
  rawRequest: object,
  handler: (context: RequestContext, request: never) => Promise<unknown>
): Promise<unknown> {
  const caller = await authorizeRequest(context, services, endpoint)
  const request = validate(endpoint, rawRequest)
  const data = await handler({ ...services, ...caller, lang: readLang(rawRequest) }, request)
  const writer = findWriter(endpoint, caller.viewer, data)
  if (writer !== null) await services.replicas.noteWrite(writer)
  return data
}

/** Their responses have the user that the viewer now is. */
const signInPaths: ReadonlySet<string> = new Set([visitorLogin.path, emailLogin.path, partnerLogin.path, recover.path])

/** Null if the response tells of nothing that the next read of a replica must have. */
function findWriter({ method, path }: Endpoint, viewer: Viewer | null, data: unknown): string | null {
  if (signInPaths.has(path)) return (data as { user: { id: string } }).user.id
  // A payment is written by the provider's notice, and the viewer learns of it from the order.
  const isWritten = (method === 'POST' && path !== play.path) || path === readOrder.path
  return isWritten ? (viewer?.userId ?? null) : null
}

export type AuthorizedRequest = Awaited<ReturnType<typeof authorizeRequest>>

interface Credentials {
  token: string | null
  partnerToken: string | null
}

const readCredentials = ({ req }: Context): Credentials => ({
  token: parseBearerToken(req.header('Authorization')),
  partnerToken: req.header('XX-Token') ?? null
})

/** Throws 999 if the caller may not use the endpoint. */
export async function authorizeRequest(
  context: Context,
  services: Services,
  endpoint: Endpoint,
  { token, partnerToken }: Credentials = readCredentials(context)
) {
  const now = new Date(services.clock.now())
  const viewer = token === null ? null : await findAllowedViewer(endpoint, services, { token, partnerToken, now })
  checkAccess(endpoint, token, viewer)
  const content = services.contentCache.open(viewer?.contentVersion ?? null)
  return { viewer, content, token: viewer === null ? null : token, partnerToken, now, ...readCaller(context, services) }
}

/** These endpoints end the caller's session. A client that lost the response retries with the old token. */
const retriedPaths: ReadonlySet<string> = new Set([emailLogin.path, partnerLogin.path, recover.path])

async function findAllowedViewer(
  { path }: Endpoint,
  { db, accountKeys }: Services,
  { token, partnerToken, now }: Credentials & { token: string; now: Date }
): Promise<Viewer | null> {
  const viewer = await findViewer(db, token, now)
  if (viewer === null) return retriedPaths.has(path) ? findReplacedViewer(db, token, now) : null
  if (viewer.partnerIdentity === null || path === partnerLogin.path) return viewer
  return (await isPartnerSignInValid(db, accountKeys, viewer.partnerIdentity, partnerToken)) ? viewer : null
}

async function readRequest(context: Context, method: Endpoint['method']): Promise<object> {
  // Other content types need no CORS preflight, so a form on any page could send them.
  const isJson = /^application\/json\b/i.test(context.req.header('Content-Type') ?? '')
  if (method !== 'GET' && !isJson) throw createFieldError('Content-Type', 'not_json')
  return readParameters(context, method)
}

function checkAccess({ access, path }: Endpoint, token: string | null, viewer: Viewer | null): void {
  const isInvalidTokenIgnored = path === visitorLogin.path
  if (token !== null && viewer === null && !isInvalidTokenIgnored) throw new BusinessError(999)
  if (access !== 'none' && viewer === null) throw new BusinessError(999)
  if (access === 'user' && viewer?.kind !== 'user') throw new BusinessError(999)
}

/** `never` is safe: the type of `handlers` matches each handler with its schema. */
const validate = (endpoint: Endpoint, rawRequest: object) => checkRequest(endpoint.request, rawRequest) as never

const readLang = (rawRequest: object): Lang =>
  languageSchema.parse('lang' in rawRequest ? rawRequest.lang : undefined) ?? 'pt'

export function sendData(context: Context, { config }: Services, endpoint: Endpoint, data: unknown): Promise<Response> {
  const secret = config.envelopeSecret
  const isShared = cacheablePaths.has(endpoint.path) && !hasToken(context)
  if (isShared) return sendCacheable(context, toCacheableAnswer(createSuccessEnvelope(data), secret))
  return sendEnvelope(context, createSuccessEnvelope(data), {
    secret,
    headers: { Vary: 'Authorization, Accept-Encoding' }
  })
}
