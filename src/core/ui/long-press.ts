// A finger held still. Knows no touch events: the view tells what the finger does.
import type { Clock } from '../environment.js'

/** In ms. */
const LONG_PRESS_MS = 350
/** How far a finger may move on either axis and still be held, in px. */
const MOVE_TOLERANCE_PX = 10

export interface LongPress {
  /** One finger has touched, at px. */
  start(x: number, y: number): void
  move(x: number, y: number): void
  /** The finger was lifted or taken away, or is not alone any more. True when it had been held. */
  end(): boolean
}

export interface LongPressOptions {
  clock: Clock
  /** Held long enough. Until `onEnd` the finger may go where it likes. */
  onPress(): void
  onEnd(): void
}

export function createLongPress({ clock, onPress, onEnd }: LongPressOptions): LongPress {
  let from: { x: number; y: number } | undefined
  let isPressed = false
  let cancel: () => void = () => undefined

  function end() {
    cancel()
    from = undefined
    const wasHeld = isPressed
    isPressed = false
    if (wasHeld) onEnd()
    return wasHeld
  }

  return {
    start(x, y) {
      end()
      from = { x, y }
      cancel = clock.setTimer(LONG_PRESS_MS, () => {
        isPressed = true
        onPress()
      })
    },
    move(x, y) {
      if (!from || isPressed) return
      if (Math.abs(x - from.x) > MOVE_TOLERANCE_PX || Math.abs(y - from.y) > MOVE_TOLERANCE_PX) end()
    },
    end
  }
}
