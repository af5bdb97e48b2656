// Turns pages by wheel and trackpad.

/** Wheel travel that turns a page, and how long the next turn waits, in ms. */
const WHEEL_TRAVEL = 60
const WHEEL_LOCK = 600
/** A trackpad runs on after the finger has left it: ever weaker, without a pause as long as this, in ms. */
const WHEEL_PAUSE = 150
const DECAY_RATIO = 0.75
const NEW_GESTURE_RATIO = 1.5

/** Until the signal; 1 is the next episode, -1 the one before. One movement turns one page. */
export function createWheelPaging(
  element: HTMLElement,
  onTurn: (direction: 1 | -1) => void,
  signal: AbortSignal
): void {
  let travel = 0
  let lockedUntil = 0
  let movedAt = 0
  let last = 0
  let strongest = 0
  let hasTurned = false
  /** What a turned page's movement still sends when the finger is gone. */
  const isRunningOn = ({ deltaY, timeStamp }: WheelEvent) => {
    const strength = Math.abs(deltaY)
    const isNew =
      timeStamp - movedAt > WHEEL_PAUSE || last * deltaY < 0 || strength > Math.abs(last) * NEW_GESTURE_RATIO + 4
    strongest = isNew ? strength : Math.max(strongest, strength)
    if (isNew) hasTurned = false
    last = deltaY
    return hasTurned && strength < strongest * DECAY_RATIO
  }
  element.addEventListener(
    'wheel',
    event => {
      // A pinch on a trackpad enlarges the page.
      if (event.ctrlKey) return
      event.preventDefault()
      const isOver = isRunningOn(event) || event.timeStamp < lockedUntil
      // What went the other way, or long ago, was another movement.
      if (travel * event.deltaY < 0 || event.timeStamp - movedAt > WHEEL_LOCK) travel = 0
      movedAt = event.timeStamp
      if (isOver) return
      travel += event.deltaY
      if (Math.abs(travel) < WHEEL_TRAVEL) return
      lockedUntil = event.timeStamp + WHEEL_LOCK
      hasTurned = true
      onTurn(travel > 0 ? 1 : -1)
      travel = 0
    },
    { passive: false, signal }
  )
}
