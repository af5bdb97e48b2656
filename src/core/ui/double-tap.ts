// Tells one tap from two. Knows no events: the view tells where a finger or the mouse has tapped.
import type { Clock } from '../environment.js'

/** The second tap of two comes within this, in ms. */
const TWICE_WITHIN = 220

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

export interface Taps {
  tap(at: Point): void
  /** What was tapped is no longer there. */
  forget(): void
}

export function createTaps(clock: Clock, { isUrgent, onTap, onDoubleTap }: TapActions): Taps {
  let cancel: (() => void) | undefined
  function wait(task: () => void) {
    cancel = clock.after(TWICE_WITHIN, () => {
      cancel = undefined
      task()
    })
  }
  function forget() {
    cancel?.()
    cancel = undefined
  }
  return {
    forget,
    tap(at) {
      if (cancel) {
        forget()
        wait(() => undefined)
        onDoubleTap(at)
      } else if (isUrgent()) {
        wait(() => undefined)
        onTap()
      } else wait(onTap)
    }
  }
}
