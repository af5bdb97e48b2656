import redaxios from 'redaxios'
import type { Environment } from '../environment.js'
import { FETCH_POLICY } from './headers.js'
import { withPlatformTimeout } from './platform-timeout.js'
import type { ResponseType } from './request-format.js'
import type { SentRequest } from './sent-request.js'

export interface HttpMessage {
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
  responseType: ResponseType
  keepalive: boolean | undefined
  signals: readonly (AbortSignal | undefined)[]
  sent?: SentRequest | undefined
}

export interface HttpResponse {
  status: number
  body: unknown
}

/** Resolves for every HTTP status; rejects with kind `network` (5), `timeout` (5) or `abort` (600003). */
export async function send(environment: Environment, message: HttpMessage): Promise<HttpResponse> {
  const { method, url, headers, body, responseType, keepalive = false, signals, sent } = message
  return withPlatformTimeout(environment.clock, signals, async signal => {
    const response = await redaxios(url, {
      method: method as 'post',
      headers,
      data: body,
      responseType: responseType === 'arraybuffer' ? 'arrayBuffer' : 'text',
      validateStatus: () => true,
      fetch: ((address: string, init: RequestInit) => {
        const sendNow = () =>
          environment.fetch(address, {
            ...init,
            headers: withoutInherited(headers, init.headers as Record<string, string>),
            ...FETCH_POLICY,
            // redaxios 0.5 has no option for these two.
            keepalive,
            signal
          })
        return sent ? sent.use(signal).catch(error => (signal.aborted ? Promise.reject(error) : sendNow())) : sendNow()
      }) as typeof fetch
    })
    return { status: response.status, body: response.data }
  })
}

/** Drops headers that the host page added to Object.prototype, because redaxios copies them. */
function withoutInherited(own: Record<string, string>, merged: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(own).map(name => [name, merged[name.toLowerCase()] ?? '']))
}
