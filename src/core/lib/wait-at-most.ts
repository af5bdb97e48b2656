import type { Clock } from '../environment.js'

/** In ms. */
const DEFAULT_TIMEOUT_MS = 1500

/** Resolves when the promise has settled, or soon at any rate: for what is good to have but not worth a wait. */
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
