// The request wrapper: what every call of the app goes through.
import type { Environment } from '../environment.js'
import { withCallerTimeout } from './caller-timeout.js'
import { createDuplicateGuard, DUPLICATE_REQUEST } from './duplicate-guard.js'
import { type Answer, openEnvelope } from './envelope.js'
import { type Identity, identityHeaders, JSON_TYPE } from './headers.js'
import type { LoadingIndicator } from './loading-indicator.js'
import { hasNoBody, normaliseMethod, normaliseResponseType, writeBody } from './message.js'
import type { ArrayFormat } from './query-string.js'
import { addQuery, type Parameters } from './query-string.js'
import { RequestError } from './request-error.js'
import { send } from './send.js'
import type { SentRequest } from './sent-request.js'

/** What one call may ask for; everything but the address has a default. */
export interface RequestOptions {
  /** Path below the API's address, `/noun/verb`. */
  url: string
  data?: Parameters | undefined
  /** POST when absent. */
  method?: string | undefined
  /** JSON when absent; `application/x-www-form-urlencoded` sends a form. */
  contentType?: string | undefined
  /** `json` (default) opens the envelope; anything else gives the body as it came. */
  dataType?: string | undefined
  /** `text` (default) or `arraybuffer`, which is given as it came. */
  responseType?: string | undefined
  headers?: Record<string, string> | undefined
  /** Puts the data of a POST into the address too; for a GET it says how arrays are written. */
  arrayFormat?: ArrayFormat | undefined
  /** Drops the request while the same one is on its way. */
  prevent?: boolean | undefined
  /** Keys of the data that make no difference to `prevent`. */
  ignoredKeys?: readonly string[] | undefined
  /** Own time-out in ms; 2000 and less is ignored. */
  timeout?: number | undefined
  /** Shows the loading indicator: true with the configured text, or a text of its own. */
  loading?: boolean | string | undefined
  /** Goes on when the document goes. */
  keepalive?: boolean | undefined
  /** Ends the request with `abort`, 600003. */
  signal?: AbortSignal | undefined
  /** Used in place of this request if it is the same, else aborted. */
  sent?: SentRequest | undefined
}

/** What a request resolves with. */
export interface RequestResult {
  /** HTTP's, or -9998 for a prevented and -9999 for a cancelled request. */
  status: number
  message: string
  /** The envelope, its own `data` opened; undefined for -9998, -9999 and answers that were not asked for as JSON. */
  data: Answer | undefined
  /** What came instead, where no envelope was asked for. */
  body?: unknown
}

export interface RequesterOptions {
  environment: Environment
  /** Origin of the API, without a slash at the end; empty for the page's own origin. */
  base: string
  /** 16 characters; opens encrypted answers. */
  envelopeSecret: string
  /** Wire code of the language, read at every call. */
  lang(): string
  /** The stored tokens and device id, read at every call. */
  identity(): Promise<Identity>
  /** A 999 arrived for a call made with `token`; says what becomes of the call. */
  onSessionInvalid(token: string, path: string): Promise<'again' | 'ended' | 'refused'>
  loadingIndicator: LoadingIndicator
  /** Text of the loading indicator of requests that name none. */
  loadingText?: string
  signal: AbortSignal
}

/** Resolves with a RequestResult whatever the HTTP status and code; rejects with a RequestError. */
export type Requester = (options: RequestOptions) => Promise<RequestResult>

export function createRequester(wrapper: RequesterOptions): Requester {
  const { environment, loadingIndicator, loadingText = 'Please wait...' } = wrapper
  const prevention = createDuplicateGuard()

  async function attempt(options: RequestOptions, cancelled: AbortSignal | undefined, isAgain = false) {
    const identity = await wrapper.identity()
    const message = compose(wrapper, options, identity)
    const signals = [wrapper.signal, options.signal, cancelled]
    const isSent = options.sent?.isSame(message) === true && !isAgain
    if (!isSent) options.sent?.abort()
    const { status, body } = await send(environment, { ...message, signals, sent: isSent ? options.sent : undefined })
    if (message.responseType !== 'text' || (options.dataType ?? 'json') !== 'json') {
      return { status, message: '', data: undefined, body }
    }
    const answer = await openEnvelope(body, wrapper.envelopeSecret, environment.subtle)
    if (answer.code === SESSION_INVALID) {
      const outcome = await wrapper.onSessionInvalid(identity.token ?? '', options.url)
      if (outcome === 'again' && !isAgain) return attempt(options, cancelled, true)
      if (outcome !== 'refused') throw new RequestError('session', 'aborted: session', SESSION_INVALID)
    }
    return { status, message: answer.message, data: answer }
  }

  return async function request(options): Promise<RequestResult> {
    const { url, data = {}, ignoredKeys = [] } = options
    const asked = { url, method: normaliseMethod(options.method), data, ignoredKeys }
    const end = options.prevent ? prevention.begin(asked) : () => undefined
    if (!end) return DUPLICATE_REQUEST
    const { loading = false } = options
    const text = typeof loading === 'string' ? loading : loadingText
    const hide = loading === false ? undefined : loadingIndicator.begin(text)
    try {
      return await withCallerTimeout(environment.clock, options.timeout, cancelled => attempt(options, cancelled))
    } finally {
      hide?.()
      end()
    }
  }
}

const SESSION_INVALID = 999

/** The request as it goes over the wire: the language travels in the query of GET, else in the body. */
function compose({ base, lang }: RequesterOptions, options: RequestOptions, identity: Identity) {
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
