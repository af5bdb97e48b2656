import type { Clock } from '../environment.js'
import { RequestError } from './request-error.js'

/** Time in ms after which the platform gives up on a request, an upload or a download. */
export const NETWORK_TIMEOUT = 60_000

/** Ends what runs when a signal says so or the platform's time is over, and says which of them it was. */
export async function withPlatformTimeout<Result>(
  clock: Clock,
  signals: readonly (AbortSignal | undefined)[],
  run: (signal: AbortSignal) => Promise<Result>,
  failure = new RequestError('network', 'network error', 5)
): Promise<Result> {
  const ending = new AbortController()
  const abort = () => ending.abort(new RequestError('abort', 'abort', 600003))
  const cancelTimer = clock.setTimer(NETWORK_TIMEOUT, () => ending.abort(new RequestError('timeout', 'timeout', 5)))
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
