// The only file that knows redaxios: one request of the platform, without any rule of ours.
import redaxios from 'redaxios'
import type { Environment } from '../environment.js'
import { FETCH_POLICY } from './headers.js'
import type { ResponseType } from './message.js'
import { withPlatformTimeout } from './platform-timeout.js'

export interface HttpMessage {
  method: string
  url: string
  headers: Record<string, string>
  /** Already serialised. */
  body: string | undefined
  responseType: ResponseType
  keepalive: boolean | undefined
  /** Ends of the request; any of them aborts it. */
  signals: readonly (AbortSignal | undefined)[]
}

/** Bytes, parsed JSON, or text where it is no JSON. */
export interface HttpResponse {
  status: number
  body: unknown
}

/** Resolves whatever the HTTP status; rejects with kind `network` (5), `timeout` (5) or `abort` (600003). */
export async function send(environment: Environment, message: HttpMessage): Promise<HttpResponse> {
  return withPlatformTimeout(environment.clock, message.signals, async signal => {
    const response = await redaxios(message.url, {
      method: 'post',
      validateStatus: () => true,
      responseType: message.responseType === 'arraybuffer' ? 'arrayBuffer' : 'text',
      // redaxios merges headers with for…in, which picks up what a host page added to Object.prototype: it sends ours.
      fetch: ((url: string) =>
        environment.fetch(url, {
          method: message.method,
          headers: message.headers,
          body: message.body,
          ...FETCH_POLICY,
          keepalive: message.keepalive === true,
          signal
        })) as typeof fetch
    })
    return { status: response.status, body: response.data }
  })
}
