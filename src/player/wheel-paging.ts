const MIN_PAGING_DELTA_PX = 60
const PAGING_LOCK_MS = 600
/** A trackpad sends ever weaker inertia events after the finger has left, without a pause of this length. */
const GESTURE_PAUSE_MS = 150
const DECAY_RATIO = 0.75
const NEW_GESTURE_RATIO = 1.5

export function createWheelPaging(
  element: HTMLElement,
  onEpisodeChange: (direction: 1 | -1) => void,
  signal: AbortSignal
): void {
  let travel = 0
  let lockedUntil = 0
  let movedAt = 0
  let lastDelta = 0
  let maxStrength = 0
  let hasPaged = false
  const isInertia = ({ deltaY, timeStamp }: WheelEvent) => {
    const strength = Math.abs(deltaY)
    const isNew =
      timeStamp - movedAt > GESTURE_PAUSE_MS ||
      lastDelta * deltaY < 0 ||
      strength > Math.abs(lastDelta) * NEW_GESTURE_RATIO + 4
    maxStrength = isNew ? strength : Math.max(maxStrength, strength)
    if (isNew) hasPaged = false
    lastDelta = deltaY
    return hasPaged && strength < maxStrength * DECAY_RATIO
  }
  element.addEventListener(
    'wheel',
    event => {
      // A trackpad pinch arrives with ctrlKey and zooms the page.
      if (event.ctrlKey) return
      event.preventDefault()
      const isIgnored = isInertia(event) || event.timeStamp < lockedUntil
      if (travel * event.deltaY < 0 || event.timeStamp - movedAt > PAGING_LOCK_MS) travel = 0
      movedAt = event.timeStamp
      if (isIgnored) return
      travel += event.deltaY
      if (Math.abs(travel) < MIN_PAGING_DELTA_PX) return
      lockedUntil = event.timeStamp + PAGING_LOCK_MS
      hasPaged = true
      onEpisodeChange(travel > 0 ? 1 : -1)
      travel = 0
    },
    { passive: false, signal }
  )
}
