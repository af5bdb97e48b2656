import { type RefObject, useLayoutEffect, useRef } from 'react'
import { prefersReducedMotion } from '../../ui/list/prefers-reduced-motion.js'
import { SLOT_TRANSITION } from '../slot-transition.js'

/** Lets captions and controls come in with the picture of their episode. */
export function useTravelWithEpisode(overlay: RefObject<HTMLElement | null>, no: number): void {
  const previous = useRef(no)
  useLayoutEffect(() => {
    const step = no - previous.current
    previous.current = no
    const element = overlay.current
    if (!element?.parentElement || Math.abs(step) !== 1 || prefersReducedMotion()) return
    const draggedPx = Number.parseFloat(getComputedStyle(element).translate.split(' ')[1] ?? '') || 0
    for (const animation of element.getAnimations()) animation.cancel()
    const translate = `0 ${step * element.parentElement.clientHeight + draggedPx}px`
    element.animate([{ translate }, { translate: 'none' }], SLOT_TRANSITION)
  }, [overlay, no])
}
