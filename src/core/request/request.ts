import type { Environment } from '../environment.js'
import { withCallerTimeout } from './caller-timeout.js'
import { createDuplicateGuard, DUPLICATE_REQUEST } from './duplicate-guard.js'
import { type ParsedEnvelope, parseEnvelope } from './envelope.js'
import { SESSION_INVALID_CODE } from './error-codes.js'
import { identityHeaders, JSON_TYPE, type ViewerIdentity } from './headers.js'
import type { LoadingIndicator } from './loading-indicator.js'
import type { ArrayFormat } from './query-string.js'
import { addQuery, type Parameters } from './query-string.js'
import { RequestError } from './request-error.js'
import { hasNoBody, normaliseMethod, normaliseResponseType, writeBody } from './request-format.js'
import { send } from './send.js'
import type { SentRequest } from './sent-request.js'

export interface RequestOptions {
  url: string
  data?: Parameters | undefined
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
  /** Used instead of a new request if it is the same, else aborted. */
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

/** What requests need from the session. */
export interface RequestSession {
  whenReady(): Promise<void>
  /**
   * Handles a 999 for a call at `path` made with `token`. Repeat the call after `again`, reject it after `ended`, and
   * return the response after `refused`.
   */
  forceLogout(token: string, path: string): Promise<'again' | 'ended' | 'refused'>
}

export interface RequesterOptions {
  environment: Environment
  base: string
  envelopeSecret: string
  lang(): string
  identity(): Promise<ViewerIdentity>
  onSessionInvalid: RequestSession['forceLogout']
  loadingIndicator: LoadingIndicator
  loadingText?: string
  signal: AbortSignal
}

/** Resolves for every HTTP status and envelope code; rejects with a RequestError. */
export type Requester = (options: RequestOptions) => Promise<RequestResult>

export function createRequester(requester: RequesterOptions): Requester {
  const { environment, loadingIndicator, loadingText = 'Please wait...' } = requester
  const duplicateGuard = createDuplicateGuard()

  async function attempt(options: RequestOptions, cancelled: AbortSignal | undefined, isRepeated = false) {
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
    if (answer.code === SESSION_INVALID_CODE) {
      const decision = await requester.onSessionInvalid(identity.token ?? '', options.url)
      if (decision === 'again' && !isRepeated) return attempt(options, cancelled, true)
      if (decision !== 'refused') throw new RequestError('session', 'aborted: session', SESSION_INVALID_CODE)
    }
    return { status, message: answer.message, data: answer }
  }

  return async function request(options): Promise<RequestResult> {
    const { url, data = {}, ignoredKeys = [] } = options
    const guarded = { url, method: normaliseMethod(options.method), data, ignoredKeys }
    const endRequest = options.prevent ? duplicateGuard.begin(guarded) : () => undefined
    if (!endRequest) return DUPLICATE_REQUEST
    const { loading = false } = options
    const text = typeof loading === 'string' ? loading : loadingText
    const hideLoading = loading === false ? undefined : loadingIndicator.begin(text)
    try {
      return await withCallerTimeout(environment.clock, options.timeout, cancelled => attempt(options, cancelled))
    } finally {
      hideLoading?.()
      endRequest()
    }
  }
}

function compose({ base, lang }: RequesterOptions, options: RequestOptions, identity: ViewerIdentity) {
  const { data, arrayFormat, contentType = JSON_TYPE, keepalive } = options
  const method = normaliseMethod(options.method)
  const responseType = normaliseResponseType(options.responseType)
  const address = base + options.url
  const headers = { ...options.headers, ...identityHeaders(identity) }
  if (hasNoBody(method)) {
    const url = addQuery(address, { ...data, lang: lang() }, arrayFormat)
    return { method, url, headers, body: undefined, responseType, keepalive }
  }
  const isInQuery = arrayFormat !== undefined && data !== undefined
  return {
    method,
    url: isInQuery ? addQuery(address, data, arrayFormat) : address,
    headers: { ...headers, 'Content-Type': contentType },
    body: writeBody({ ...(isInQuery ? {} : data), lang: lang() }, contentType),
    responseType,
    keepalive
  }
}
