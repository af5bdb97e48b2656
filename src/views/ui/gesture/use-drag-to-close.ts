import { type RefObject, useEffect, useRef } from 'react'

const MIN_PULL_PX = 6
const CLOSE_DISTANCE_PX = 110
const CLOSE_SPEED_PX_PER_MS = 0.5

/**
 * Recognises a pull down while `scroller` is at its top. `--pull` follows the finger in px, `--shown` of the parent is
 * the part of the sheet that is still on screen.
 */
export function useDragToClose(
  target: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  onPulled: () => void
): void {
  const latest = useRef(onPulled)
  latest.current = onPulled
  useEffect(() => {
    const element = target.current
    if (!element) return
    const listeners = new AbortController()
    const isAtTop = () => (scroller.current?.scrollTop ?? 0) <= 0
    listen(element, isAtTop, () => latest.current(), listeners.signal)
    return () => listeners.abort()
  }, [target, scroller])
}

function listen(element: HTMLElement, isAtTop: () => boolean, onPulled: () => void, signal: AbortSignal) {
  let origin: { x: number; y: number; at: number } | undefined
  let pulled = 0
  const reset = () => {
    origin = undefined
    pulled = 0
    element.style.removeProperty('--pull')
    element.parentElement?.style.removeProperty('--shown')
    element.removeAttribute('data-pulled')
  }
  const move = (event: TouchEvent) => {
    const [finger] = event.touches
    if (!origin || !finger || event.touches.length > 1) return reset()
    const down = finger.clientY - origin.y
    if (pulled === 0) {
      const across = Math.abs(finger.clientX - origin.x)
      if (Math.max(across, Math.abs(down)) < MIN_PULL_PX) return
      if (down < across || !isAtTop()) return reset()
    }
    pulled = Math.max(1, down)
    if (event.cancelable) event.preventDefault()
    element.setAttribute('data-pulled', '')
    element.style.setProperty('--pull', `${pulled}px`)
    element.parentElement?.style.setProperty('--shown', `${Math.max(0, 1 - pulled / element.offsetHeight)}`)
  }
  const start = (event: TouchEvent) => {
    const [finger] = event.touches
    reset()
    if (finger && event.touches.length === 1 && isAtTop()) {
      origin = { x: finger.clientX, y: finger.clientY, at: event.timeStamp }
    }
  }
  const end = (event: TouchEvent) => {
    const speed = origin ? pulled / Math.max(1, event.timeStamp - origin.at) : 0
    const shouldClose = pulled > CLOSE_DISTANCE_PX || (pulled > MIN_PULL_PX && speed > CLOSE_SPEED_PX_PER_MS)
    // Before the reset, because the sheet leaves from where the finger let go.
    if (shouldClose) onPulled()
    reset()
  }
  element.addEventListener('touchstart', start, { passive: true, signal })
  element.addEventListener('touchmove', move, { passive: false, signal })
  element.addEventListener('touchend', end, { signal })
  element.addEventListener('touchcancel', reset, { signal })
}
