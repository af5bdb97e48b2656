import type { Clock } from '../environment.js'

/** Answer to a request that its own time-out ended. */
const CANCELLED = { status: -9999, message: 'request:cancelled', data: undefined } as const

/** Time-outs up to this, in ms, are taken for mistakes and ignored. */
const MIN_TIMEOUT_MS = 2000

/**
 * Runs a request against its caller's own time-out in ms: whichever is first. A request that lost is aborted and
 * what it still answers is ignored.
 */
export function withCallerTimeout<Result>(
  clock: Clock,
  timeout: number | undefined,
  run: (signal: AbortSignal | undefined) => Promise<Result>
): Promise<Result | typeof CANCELLED> {
  // Beyond 2^31 ms browsers fire at once; the platform's own limit comes long before.
  if (timeout === undefined || !(timeout > MIN_TIMEOUT_MS) || timeout >= 2 ** 31) return run(undefined)
  const controller = new AbortController()
  return new Promise((resolve, reject) => {
    const stop = clock.setTimer(timeout, () => {
      resolve(CANCELLED)
      controller.abort()
    })
    run(controller.signal).then(resolve, reject).finally(stop)
  })
}
