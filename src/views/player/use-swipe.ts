import { type RefObject, useEffect } from 'react'
import type { Point } from '../../core/ui/double-tap.js'
import { prefersReducedMotion } from '../ui/list/prefers-reduced-motion.js'
import { SLOT_TRANSITION } from './slot-transition.js'

const MIN_SWIPE_PX = 50
const MIN_SWIPE_SPEED_PX_PER_MS = 0.3
const TAP_TOLERANCE_PX = 10

export interface SwipeHandlers {
  /** 1 is the next episode, -1 the previous one. */
  onEpisodeChange(direction: 1 | -1): void
  /** In px from the corner of the window. */
  onTap?(at: Point): void
}

/** Vertical paging by finger, mouse and wheel; `--drag` follows the finger in px. */
export function useSwipe(target: RefObject<HTMLElement | null>, { onEpisodeChange, onTap }: SwipeHandlers): void {
  useEffect(() => {
    const element = target.current
    if (!element) return
    const listeners = new AbortController()
    const { signal } = listeners
    listenToPointer(element, { onEpisodeChange, onTap }, signal)
    // Loaded separately, because viewers page only after an episode is on screen.
    import('../../player/wheel-paging.js').then(
      ({ createWheelPaging }) => signal.aborted || createWheelPaging(element, onEpisodeChange, signal),
      () => undefined
    )
    return () => listeners.abort()
  }, [target, onEpisodeChange, onTap])
}

function listenToPointer(element: HTMLElement, { onEpisodeChange, onTap }: SwipeHandlers, signal: AbortSignal) {
  let start: { id: number; y: number; x: number; at: number } | undefined
  // Not by --drag, which each element in it would inherit, and style, anew in each frame.
  const overlay = () => element.parentElement?.querySelector<HTMLElement>('.player-bottom')
  const reset = () => {
    start = undefined
    overlay()?.style.removeProperty('translate')
    element.style.removeProperty('--drag')
    element.removeAttribute('data-dragging')
  }
  element.addEventListener(
    'pointerdown',
    event => {
      // Two fingers are neither a tap nor a swipe.
      if (!event.isPrimary) return reset()
      if (event.button !== 0) return
      start = { id: event.pointerId, y: event.clientY, x: event.clientX, at: event.timeStamp }
    },
    { signal }
  )
  element.addEventListener(
    'pointermove',
    event => {
      if (event.pointerId !== start?.id || isHeld(element)) return
      const distance = event.clientY - start.y
      if (Math.abs(distance) < TAP_TOLERANCE_PX) return
      if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId)
      element.setAttribute('data-dragging', '')
      element.style.setProperty('--drag', `${distance}px`)
      overlay()?.style.setProperty('translate', `0 ${distance}px`)
    },
    { signal }
  )
  element.addEventListener(
    'pointerup',
    event => {
      if (event.pointerId !== start?.id) return
      const distance = event.clientY - start.y
      const speed = Math.abs(distance) / Math.max(1, event.timeStamp - start.at)
      const isTap = Math.abs(distance) < TAP_TOLERANCE_PX && Math.abs(event.clientX - start.x) < TAP_TOLERANCE_PX
      reset()
      if (isHeld(element)) return
      if (isTap) onTap?.({ x: event.clientX, y: event.clientY })
      else if (
        Math.abs(distance) > MIN_SWIPE_PX ||
        (speed > MIN_SWIPE_SPEED_PX_PER_MS && Math.abs(distance) >= TAP_TOLERANCE_PX)
      ) {
        const direction = distance < 0 ? 1 : -1
        leaveWithEpisode(element, overlay(), distance, direction)
        onEpisodeChange(direction)
      }
    },
    { signal }
  )
  element.addEventListener('pointercancel', reset, { signal })
}

/** A long press has used this touch already. */
const isHeld = (element: HTMLElement) => element.hasAttribute('data-held')

/** Moves the controls on with the picture that leaves, until those of the next episode come in. */
function leaveWithEpisode(
  element: HTMLElement,
  overlay: HTMLElement | null | undefined,
  distance: number,
  direction: 1 | -1
) {
  const current = element.querySelector('[data-offset="0"]')
  const no = Number(current?.getAttribute('aria-posinset')) + direction
  const isThere = no >= 1 && no <= Number(current?.getAttribute('aria-setsize'))
  if (!overlay || !isThere || prefersReducedMotion()) return
  const end = -direction * element.clientHeight
  overlay.animate([{ translate: `0 ${distance}px` }, { translate: `0 ${end}px` }], SLOT_TRANSITION)
}
