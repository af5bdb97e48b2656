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
    // redaxios keeps quiet about a body that broke off.
    if (timer.signal.aborted) throw broken(message.signal)
    return { status: response.status, body: response.data }
  } catch {
    throw timer.signal.aborted ? broken(message.signal) : new RequestError('network', 'network error', 5)
  } finally {
    cancelTimer()
    message.signal?.removeEventListener('abort', abort)
  }
}

/** The request was ended by its caller, or else by its timer. */
function broken(signal: AbortSignal | undefined): RequestError {
  return signal?.aborted ? new RequestError('abort', 'abort', 600003) : new RequestError('timeout', 'timeout', 5)
}
