import type { Clock } from '../environment.js'

const LONG_PRESS_MS = 350
const MOVE_TOLERANCE_PX = 10

export interface LongPress {
  start(x: number, y: number): void
  move(x: number, y: number): void
  end(): boolean
}

export interface LongPressOptions {
  clock: Clock
  onPress(): void
  onEnd(): void
}

export function createLongPress({ clock, onPress, onEnd }: LongPressOptions): LongPress {
  let startPoint: { x: number; y: number } | undefined
  let isPressed = false
  let cancelTimer: () => void = () => undefined

  function end() {
    cancelTimer()
    startPoint = undefined
    const wasHeld = isPressed
    isPressed = false
    if (wasHeld) onEnd()
    return wasHeld
  }

  return {
    start(x, y) {
      end()
      startPoint = { x, y }
      cancelTimer = clock.setTimer(LONG_PRESS_MS, () => {
        isPressed = true
        onPress()
      })
    },
    move(x, y) {
      if (!startPoint || isPressed) return
      if (Math.abs(x - startPoint.x) > MOVE_TOLERANCE_PX || Math.abs(y - startPoint.y) > MOVE_TOLERANCE_PX) end()
    },
    end
  }
}
