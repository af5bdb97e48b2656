import type { Clock } from '../environment.js'

/** A way back that has led nowhere by then, in ms, leads nowhere. */
const ARRIVAL_TIMEOUT_MS = 1000

export type HistoryTraversal = ReturnType<typeof createHistoryTraversal>

/** The way to another history entry, which the browser goes in its own time. */
export function createHistoryTraversal(clock: Clock) {
  let arrival: Promise<void> | undefined
  let end: () => void = () => undefined
  return {
    /** Undefined while the app is not on its way. */
    arrival: () => arrival,
    end: () => end(),
    start(go: () => void): Promise<void> {
      const promise = new Promise<void>(resolve => {
        const cancel = clock.setTimer(ARRIVAL_TIMEOUT_MS, () => end())
        end = () => {
          cancel()
          arrival = undefined
          resolve()
        }
      })
      arrival = promise
      go()
      return promise
    }
  }
}
