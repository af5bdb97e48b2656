import type { Clock } from '../environment.js'

const CANCELLED = { status: -9999, message: 'request:cancelled', data: undefined } as const

const MIN_TIMEOUT_MS = 2000

/** Resolves with CANCELLED and aborts the request after `timeout` ms. Ignores time-outs up to MIN_TIMEOUT_MS. */
export function withCallerTimeout<Result>(
  clock: Clock,
  timeout: number | undefined,
  run: (signal: AbortSignal | undefined) => Promise<Result>
): Promise<Result | typeof CANCELLED> {
  // Browsers fire timers beyond 2^31 ms at once. The platform's own limit ends the request much earlier.
  if (timeout === undefined || !(timeout > MIN_TIMEOUT_MS) || timeout >= 2 ** 31) return run(undefined)
  const controller = new AbortController()
  return new Promise((resolve, reject) => {
    const cancelTimer = clock.setTimer(timeout, () => {
      resolve(CANCELLED)
      controller.abort()
    })
    run(controller.signal).then(resolve, reject).finally(cancelTimer)
  })
}
