import redaxios from 'redaxios'
import type { Environment } from '../environment.js'
import { FETCH_POLICY } from './headers.js'
import type { ResponseType } from './message.js'
import { withPlatformTimeout } from './platform-timeout.js'
import type { SentRequest } from './sent-request.js'

export interface HttpMessage {
  method: string
  url: string
  headers: Record<string, string>
  /** Already serialised. */
  body: string | undefined
  responseType: ResponseType
  keepalive: boolean | undefined
  /** Each of them aborts the request. */
  signals: readonly (AbortSignal | undefined)[]
  /** The same request, if it is on its way already: its response is used. */
  sent?: SentRequest | undefined
}

/** Bytes, parsed JSON, or text if it is not JSON. */
export interface HttpResponse {
  status: number
  body: unknown
}

/** Resolves whatever the HTTP status; rejects with kind `network` (5), `timeout` (5) or `abort` (600003). */
export async function send(environment: Environment, message: HttpMessage): Promise<HttpResponse> {
  const { method, url, headers, body, responseType, keepalive = false, signals, sent } = message
  return withPlatformTimeout(environment.clock, signals, async signal => {
    const response = await redaxios(url, {
      method: method as 'post',
      headers,
      data: body,
      responseType: responseType === 'arraybuffer' ? 'arrayBuffer' : 'text',
      validateStatus: () => true,
      fetch: ((address: string, init: RequestInit) =>
        sent
          ? sent.use(signal)
          : environment.fetch(address, {
              ...init,
              headers: withoutInherited(headers, init.headers as Record<string, string>),
              ...FETCH_POLICY,
              // redaxios 0.5 has no option for these two.
              keepalive,
              signal
            })) as typeof fetch
    })
    return { status: response.status, body: response.data }
  })
}

/** The headers that redaxios made of ours: it also copies what a host page added to Object.prototype. */
function withoutInherited(ours: Record<string, string>, made: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(ours).map(name => [name, made[name.toLowerCase()] ?? '']))
}
