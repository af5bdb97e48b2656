import { type RefObject, useEffect, useRef } from 'react'

const SLOP = 6
const DISTANCE = 110
const SPEED = 0.5

/** Recognises a pull down while `scroller` is at its top. `--pull` follows the finger in px. */
export function useDragToClose(
  target: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  onPulled: () => void
): void {
  const newest = useRef(onPulled)
  newest.current = onPulled
  useEffect(() => {
    const element = target.current
    if (!element) return
    const listeners = new AbortController()
    const isAtTop = () => (scroller.current?.scrollTop ?? 0) <= 0
    listen(element, isAtTop, () => newest.current(), listeners.signal)
    return () => listeners.abort()
  }, [target, scroller])
}

function listen(element: HTMLElement, isAtTop: () => boolean, onPulled: () => void, signal: AbortSignal) {
  let from: { x: number; y: number; at: number } | undefined
  let pulled = 0
  const drop = () => {
    from = undefined
    pulled = 0
    element.style.removeProperty('--pull')
    element.removeAttribute('data-pulled')
  }
  const move = (event: TouchEvent) => {
    const [finger] = event.touches
    if (!from || !finger || event.touches.length > 1) return drop()
    const down = finger.clientY - from.y
    if (pulled === 0) {
      const across = Math.abs(finger.clientX - from.x)
      if (Math.max(across, Math.abs(down)) < SLOP) return
      if (down < across || !isAtTop()) return drop()
    }
    pulled = Math.max(1, down)
    if (event.cancelable) event.preventDefault()
    element.setAttribute('data-pulled', '')
    element.style.setProperty('--pull', `${pulled}px`)
  }
  const start = (event: TouchEvent) => {
    const [finger] = event.touches
    drop()
    if (finger && event.touches.length === 1 && isAtTop()) {
      from = { x: finger.clientX, y: finger.clientY, at: event.timeStamp }
    }
  }
  const end = (event: TouchEvent) => {
    const speed = from ? pulled / Math.max(1, event.timeStamp - from.at) : 0
    const isFar = pulled > DISTANCE || (pulled > SLOP && speed > SPEED)
    drop()
    if (isFar) onPulled()
  }
  element.addEventListener('touchstart', start, { passive: true, signal })
  element.addEventListener('touchmove', move, { passive: false, signal })
  element.addEventListener('touchend', end, { signal })
  element.addEventListener('touchcancel', drop, { signal })
}
