import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useScope } from '../../app/scope.js'
import { prefersReducedMotion } from '../list/prefers-reduced-motion.js'

const LEAVE_MS = 200

/** Returns a function that slides the sheet out from where it is, then calls `onLeft`, unless it is gone by then. */
export function useLeave(
  veil: RefObject<HTMLElement | null>,
  sheet: RefObject<HTMLElement | null>,
  onLeft: () => void
): () => void {
  const { clock } = useScope().app.environment
  const latest = useRef(onLeft)
  latest.current = onLeft
  const state = useRef<'shown' | 'leaving' | 'gone'>('shown')
  // Not after the paint, because a key may close the sheet before.
  useLayoutEffect(() => {
    state.current = 'shown'
    return () => {
      state.current = 'gone'
    }
  }, [])
  return () => {
    if (state.current !== 'shown') return
    state.current = 'leaving'
    const end = () => {
      if (state.current !== 'leaving') return
      state.current = 'gone'
      latest.current()
    }
    if (!veil.current || !sheet.current || prefersReducedMotion()) return end()
    void slideOut(veil.current, sheet.current).then(end, end)
    // In a tab that nobody sees, animations stand still.
    clock.setTimer(2 * LEAVE_MS, end)
  }
}

function slideOut(veil: HTMLElement, sheet: HTMLElement): Promise<unknown> {
  const options = { duration: LEAVE_MS, easing: 'ease-in', fill: 'forwards' } as const
  const { transform } = getComputedStyle(sheet)
  const { backgroundColor } = getComputedStyle(veil)
  const isAtBottom = sheet.offsetWidth === veil.offsetWidth
  veil.style.pointerEvents = 'none'
  veil.animate([{ backgroundColor }, { backgroundColor: 'transparent' }], options)
  const out = isAtBottom ? { transform: 'translateY(100%)' } : { transform: 'translateY(40%)', opacity: 0 }
  return sheet.animate([{ transform }, out], options).finished
}
