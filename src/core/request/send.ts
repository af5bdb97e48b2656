// The only file that knows redaxios: one request of the platform, without any rule of ours.
import redaxios from 'redaxios'
import type { Environment } from '../environment.js'
import { NETWORK_TIMEOUT } from './network-timeout.js'
import { RequestError } from './request-error.js'
import type { ResponseType } from './response-type.js'

export interface Message {
  method: string
  url: string
  headers: Record<string, string>
  /** Already serialised. */
  body: string | undefined
  responseType: ResponseType
  /** Ends of the request; any of them aborts it. */
  signals: readonly (AbortSignal | undefined)[]
}

/** Bytes, parsed JSON, or text where it is no JSON. */
export interface Reply {
  status: number
  body: unknown
}

/** Resolves whatever the HTTP status; rejects with kind `network` (5), `timeout` (5) or `abort` (600003). */
export async function send(environment: Environment, message: Message): Promise<Reply> {
  return underTimer(environment.clock, message.signals, async signal => {
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
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          signal
        })) as typeof fetch
    })
    return { status: response.status, body: response.data }
  })
}

/** Ends what runs when a signal says so or the platform's time is over, and says which of them it was. */
export async function underTimer<Result>(
  clock: Environment['clock'],
  signals: Message['signals'],
  run: (signal: AbortSignal) => Promise<Result>,
  failure = new RequestError('network', 'network error', 5)
): Promise<Result> {
  const ending = new AbortController()
  const abort = () => ending.abort(new RequestError('abort', 'abort', 600003))
  const cancelTimer = clock.after(NETWORK_TIMEOUT, () => ending.abort(new RequestError('timeout', 'timeout', 5)))
  for (const signal of signals) signal?.addEventListener('abort', abort)
  try {
    if (signals.some(signal => signal?.aborted)) abort()
    ending.signal.throwIfAborted()
    const result = await run(ending.signal)
    // redaxios keeps quiet about a body that broke off.
    ending.signal.throwIfAborted()
    return result
  } catch {
    throw ending.signal.aborted ? ending.signal.reason : failure
  } finally {
    cancelTimer()
    for (const signal of signals) signal?.removeEventListener('abort', abort)
  }
}
