// Tells one tap from two. Knows no events: the view tells where a finger or the mouse has tapped.
import type { Clock } from '../environment.js'

/** The second tap of two comes within this, in ms. */
const DOUBLE_TAP_MS = 220

export interface Point {
  x: number
  y: number
}

export interface TapActions {
  /** This tap must not wait to be told from the first of two. */
  isUrgent(): boolean
  onTap(): void
  /** Once for the second of two, and for each that follows as quickly. */
  onDoubleTap(at: Point): void
}

export interface TapRecogniser {
  tap(at: Point): void
  /** What was tapped is no longer there. */
  cancel(): void
}

export function createTapRecogniser(clock: Clock, { isUrgent, onTap, onDoubleTap }: TapActions): TapRecogniser {
  let cancelTimer: (() => void) | undefined
  function wait(task: () => void) {
    cancelTimer = clock.setTimer(DOUBLE_TAP_MS, () => {
      cancelTimer = undefined
      task()
    })
  }
  function cancel() {
    cancelTimer?.()
    cancelTimer = undefined
  }
  return {
    cancel,
    tap(at) {
      if (cancelTimer) {
        cancel()
        wait(() => undefined)
        onDoubleTap(at)
      } else if (isUrgent()) {
        wait(() => undefined)
        onTap()
      } else wait(onTap)
    }
  }
}
