import type { Clock } from '../environment.js'

const DEFAULT_TIMEOUT_MS = 1500

/** Resolves when `promise` settles, at the latest after 1.5 s. Never rejects. */
export function waitAtMost(clock: Clock, promise: Promise<unknown>): Promise<void> {
  return new Promise(resolve => {
    const cancel = clock.setTimer(DEFAULT_TIMEOUT_MS, resolve)
    const end = () => {
      cancel()
      resolve()
    }
    promise.then(end, end)
  })
}
