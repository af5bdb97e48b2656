import type { Clock } from '../environment.js'
import { RequestError } from './request-error.js'

export const NETWORK_TIMEOUT_MS = 60_000

export async function withPlatformTimeout<Result>(
  clock: Clock,
  signals: readonly (AbortSignal | undefined)[],
  run: (signal: AbortSignal) => Promise<Result>,
  failure = new RequestError('network', 'network error', 5)
): Promise<Result> {
  const ended = new AbortController()
  const abort = () => ended.abort(new RequestError('abort', 'abort', 600003))
  const cancelTimer = clock.setTimer(NETWORK_TIMEOUT_MS, () => ended.abort(new RequestError('timeout', 'timeout', 5)))
  for (const signal of signals) signal?.addEventListener('abort', abort)
  try {
    if (signals.some(signal => signal?.aborted)) abort()
    ended.signal.throwIfAborted()
    const result = await run(ended.signal)
    // redaxios does not report a body that broke off.
    ended.signal.throwIfAborted()
    return result
  } catch {
    throw ended.signal.aborted ? ended.signal.reason : failure
  } finally {
    cancelTimer()
    for (const signal of signals) signal?.removeEventListener('abort', abort)
  }
}
