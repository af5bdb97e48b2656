import { type RefObject, useLayoutEffect } from 'react'
import { prefersReducedMotion } from '../list/prefers-reduced-motion.js'

const TRANSITION_MS = 240
const MIN_GROWTH_PX = 4
/** As far as the shadow in sheet.css fills the screen below a sheet that becomes lower. */
const MAX_SHRINKAGE_PX = 160

/** Lets a sheet at the bottom slide to a new height of its content instead of jumping there. */
export function useHeightTransition(veil: RefObject<HTMLElement | null>, sheet: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = sheet.current
    if (!element) return
    let height = element.offsetHeight
    let available = veil.current?.offsetHeight
    const observer = new ResizeObserver(() => {
      const growth = Math.max(element.offsetHeight - height, -MAX_SHRINKAGE_PX)
      const isRotated = available !== veil.current?.offsetHeight
      height = element.offsetHeight
      available = veil.current?.offsetHeight
      const isAtBottom = element.offsetWidth === veil.current?.offsetWidth
      if (!isAtBottom || isRotated || Math.abs(growth) < MIN_GROWTH_PX || prefersReducedMotion()) return
      // Added to where a finger or the sheet's own coming in has it.
      element.animate([{ transform: `translateY(${growth}px)` }, { transform: 'translateY(0)' }], {
        duration: TRANSITION_MS,
        easing: 'ease-out',
        composite: 'add'
      })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [veil, sheet])
}
