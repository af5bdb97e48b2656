import type { Clock } from '../environment.js'

const DOUBLE_TAP_MS = 220

export interface Point {
  x: number
  y: number
}

export interface TapActions {
  /** True if a tap must be reported at once, without waiting for a second one. */
  isUrgent(): boolean
  onTap(): void
  onDoubleTap(at: Point): void
}

export interface TapRecogniser {
  tap(at: Point): void
  cancel(): void
}

export function createTapRecogniser(clock: Clock, { isUrgent, onTap, onDoubleTap }: TapActions): TapRecogniser {
  let cancelTimer: (() => void) | undefined
  function startTimer(task: () => void) {
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
        startTimer(() => undefined)
        onDoubleTap(at)
      } else if (isUrgent()) {
        startTimer(() => undefined)
        onTap()
      } else startTimer(onTap)
    }
  }
}
