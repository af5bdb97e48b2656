import type { Clock } from '../environment.js'

/** A way back that has led nowhere by then, in ms, leads nowhere. */
const LIMIT = 1000

export type Journey = ReturnType<typeof createJourney>

/** The way to another history entry, which the browser goes in its own time. */
export function createJourney(clock: Clock) {
  let arrival: Promise<void> | undefined
  let end: () => void = () => undefined
  return {
    /** Undefined while the app is not on its way. */
    arrival: () => arrival,
    end: () => end(),
    start(go: () => void): Promise<void> {
      const promise = new Promise<void>(resolve => {
        const cancel = clock.after(LIMIT, () => end())
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
