import type { Clock } from './environment.js'

/** Resolves when the promise has settled, or after `limit` ms: for what is good to have but not worth a wait. */
export function waitAtMost(clock: Clock, limit: number, promise: Promise<unknown>): Promise<void> {
  return new Promise(resolve => {
    const cancel = clock.after(limit, resolve)
    const end = () => {
      cancel()
      resolve()
    }
    promise.then(end, end)
  })
}
