import type { Clock } from '../environment.js'

/** The browser sends no event for an entry that does not exist, so the traversal ends by itself. */
const ARRIVAL_TIMEOUT_MS = 1000

export type HistoryTraversal = ReturnType<typeof createHistoryTraversal>

export function createHistoryTraversal(clock: Clock) {
  let arrival: Promise<void> | undefined
  let end: () => void = () => undefined
  return {
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
