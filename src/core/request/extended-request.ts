// Requests with options that Home does not need: methods, formats, time-outs, the duplicate guard, a loading indicator.
import { withCallerTimeout } from './caller-timeout.js'
import { createDuplicateGuard, PREVENTED_RESULT } from './duplicate-guard.js'
import { identityHeaders, JSON_TYPE, type ViewerIdentity } from './headers.js'
import { createLoadingIndicator } from './loading-indicator.js'
import { addQuery } from './query-string.js'
import type { AttemptRequest, ComposedMessage, Requester, RequesterOptions, RequestOptions } from './request.js'
import { hasNoBody, normaliseMethod, normaliseResponseType, writeBody } from './request-format.js'

export function createExtendedRequester(requester: RequesterOptions, attempt: AttemptRequest): Requester {
  const { environment, loadingView, loadingText = 'Please wait...' } = requester
  const duplicateGuard = createDuplicateGuard()
  const loadingIndicator = createLoadingIndicator(loadingView)

  return async options => {
    const { url, data = {}, ignoredKeys = [] } = options
    const guarded = { url, method: normaliseMethod(options.method), data, ignoredKeys }
    const endRequest = options.prevent ? duplicateGuard.begin(guarded) : () => undefined
    if (!endRequest) return PREVENTED_RESULT
    const { loading = false } = options
    const text = typeof loading === 'string' ? loading : loadingText
    const hideLoading = loading === false ? undefined : loadingIndicator.begin(text)
    try {
      return await withCallerTimeout(environment.clock, options.timeout, cancelled =>
        attempt(options, composeExtended, cancelled)
      )
    } finally {
      hideLoading?.()
      endRequest()
    }
  }
}

function composeExtended(
  { base, lang }: RequesterOptions,
  options: RequestOptions,
  identity: ViewerIdentity
): ComposedMessage {
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
