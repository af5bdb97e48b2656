// The only file that knows redaxios.
import redaxios from 'redaxios'
import type { Environment } from '../environment.js'
import { RequestError } from './request-error.js'

/** Time after which the platform gives up on a request, in ms. */
export const REQUEST_TIMEOUT = 60_000

export interface Message {
  method: string
  url: string
  headers: Record<string, string>
  /** Already serialised. */
  body: string | undefined
  signal: AbortSignal | undefined
}

/** Text or parsed JSON of the answer, whatever its HTTP status. Rejects with a RequestError when there was none. */
export async function send(environment: Environment, message: Message): Promise<{ status: number; body: unknown }> {
  const timer = new AbortController()
  const cancelTimer = environment.clock.after(REQUEST_TIMEOUT, () => timer.abort())
  const abort = () => timer.abort()
  message.signal?.addEventListener('abort', abort, { once: true })
  try {
    const response = await redaxios(message.url, {
      method: 'post',
      validateStatus: () => true,
      // redaxios merges headers with for…in, which picks up what a host page added to Object.prototype: it sends ours.
      fetch: ((url: string) =>
        environment.fetch(url, {
          method: message.method,
          headers: message.headers,
          body: message.body,
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          signal: timer.signal
        })) as typeof fetch
    })
    return { status: response.status, body: response.data }
  } catch {
    if (message.signal?.aborted) throw new RequestError('abort', 'abort', 600003)
    if (timer.signal.aborted) throw new RequestError('timeout', 'timeout', 5)
    throw new RequestError('network', 'network error', 5)
  } finally {
    cancelTimer()
    message.signal?.removeEventListener('abort', abort)
  }
}
