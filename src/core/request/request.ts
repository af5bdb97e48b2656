import type { Environment } from '../environment.js'
import { toJson } from '../lib/json.js'
import type { ArrayFormat } from './array-format.js'
import { type ParsedEnvelope, parseEnvelope } from './envelope.js'
import { SUCCESS_CODE } from './error-codes.js'
import { identityHeaders, JSON_TYPE, type ViewerIdentity } from './headers.js'
import type { LoadingToast } from './loading-indicator.js'
import { type RequestParameters, toPlainQuery } from './plain-query.js'
import { RequestError } from './request-error.js'
import { handleSessionInvalid, type RequestSession } from './request-session.js'
import { type HttpMessage, send } from './send.js'
import type { SentRequest } from './sent-request.js'

export interface RequestOptions {
  url: string
  data?: RequestParameters | undefined
  method?: string | undefined
  contentType?: string | undefined
  dataType?: string | undefined
  responseType?: string | undefined
  headers?: Record<string, string> | undefined
  arrayFormat?: ArrayFormat | undefined
  prevent?: boolean | undefined
  ignoredKeys?: readonly string[] | undefined
  timeout?: number | undefined
  loading?: boolean | string | undefined
  keepalive?: boolean | undefined
  signal?: AbortSignal | undefined
  /** Used instead of a new request if it is the same and does not fail, else aborted. */
  sent?: SentRequest | undefined
}

export interface RequestResult {
  /** HTTP status, or -9998 for a prevented and -9999 for a cancelled request. */
  status: number
  message: string
  data: ParsedEnvelope | undefined
  /** The raw response, if `dataType` or `responseType` asks for no envelope. */
  body?: unknown
}

export interface RequesterOptions {
  environment: Environment
  base: string
  envelopeSecret: string
  lang(): string
  identity(): Promise<ViewerIdentity>
  onSessionInvalid: RequestSession['forceLogout']
  loadingView: LoadingToast
  loadingText?: string
  /** The message of a response that has none and is no success. */
  errorText: string
  signal: AbortSignal
}

/** Resolves for every HTTP status and envelope code; rejects with a RequestError. */
export type Requester = (options: RequestOptions) => Promise<RequestResult>

/** A request without the signals and without an early response. */
export type ComposedMessage = Omit<HttpMessage, 'signals' | 'sent'>

export type ComposeMessage = (
  requester: RequesterOptions,
  options: RequestOptions,
  identity: ViewerIdentity
) => ComposedMessage

export type AttemptRequest = (
  options: RequestOptions,
  compose: ComposeMessage,
  cancelled?: AbortSignal,
  isRepeated?: boolean
) => Promise<RequestResult>

const CODE_TIMEOUT_MS = 10_000

export function createRequester(requester: RequesterOptions): Requester {
  const { environment } = requester
  let extendedRequester: Requester | undefined

  const attempt: AttemptRequest = async (options, compose, cancelled, isRepeated = false) => {
    const identity = await requester.identity()
    const message = compose(requester, options, identity)
    const signals = [requester.signal, options.signal, cancelled]
    const isSentEarly = options.sent?.isSame(message) === true && !isRepeated
    if (!isSentEarly) options.sent?.abort()
    const { status, body } = await send(environment, {
      ...message,
      signals,
      sent: isSentEarly ? options.sent : undefined
    })
    if (message.responseType !== 'text' || (options.dataType ?? 'json') !== 'json') {
      return { status, message: '', data: undefined, body }
    }
    const answer = await parseEnvelope(body, requester.envelopeSecret, environment.subtle)
    const sentCall = { url: options.url, token: identity.token, isRepeated }
    if (await handleSessionInvalid(answer.code, sentCall, requester.onSessionInvalid))
      return attempt(options, compose, cancelled, true)
    const defaultText = answer.code === SUCCESS_CODE ? '' : requester.errorText
    return { status, message: answer.message || defaultText, data: answer }
  }

  /** The time-outs of a request begin only when its code is there. */
  async function loadExtendedRequester(): Promise<Requester> {
    const loaded = await Promise.race([
      import('./extended-request.js').catch(() => undefined),
      new Promise<undefined>(resolve => environment.clock.setTimer(CODE_TIMEOUT_MS, () => resolve(undefined)))
    ])
    if (!loaded) throw new RequestError('network', 'network error', 5)
    extendedRequester ??= loaded.createExtendedRequester(requester, attempt)
    return extendedRequester
  }

  return async options => (isPlain(options) ? attempt(options, composePlain) : (await loadExtendedRequester())(options))
}

/** A GET or POST of JSON with the method given and no other option. `extended-request.ts` has the code for all others. */
function isPlain(options: RequestOptions): boolean {
  const { url, method, data = {}, headers, sent, signal, keepalive, ...otherOptions } = options
  const isPlainData = method === 'POST' || Object.values(data).every(value => typeof value !== 'object')
  const isPlainMethod = method === 'POST' || (method === 'GET' && !/[?#]/.test(url))
  return isPlainMethod && isPlainData && Object.values(otherOptions).every(value => value === undefined)
}

function composePlain(
  { base, lang }: RequesterOptions,
  { url, method = 'POST', data, headers, keepalive }: RequestOptions,
  identity: ViewerIdentity
): ComposedMessage {
  const parameters = { ...data, lang: lang() }
  const address = base + url
  const message = {
    method,
    headers: { ...headers, ...identityHeaders(identity) },
    responseType: 'text',
    keepalive
  } as const
  return method === 'GET'
    ? { ...message, url: `${address}?${toPlainQuery(parameters)}`, body: undefined }
    : {
        ...message,
        url: address,
        headers: { ...message.headers, 'Content-Type': JSON_TYPE },
        body: toJson(parameters)
      }
}
