import { type RefObject, useEffect, useRef } from 'react'

interface ScrubActions {
  /** The finger, or the mouse, is at this share of the bar, 0 to 1. */
  onMove(share: number): void
  /** It was lifted there. */
  onEnd(share: number): void
  /** It was taken away. */
  onCancel(): void
}

/** Follows a finger or the mouse along a bar, wherever it strays meanwhile. */
export function useScrub(target: RefObject<HTMLElement | null>, actions: ScrubActions): void {
  const newest = useRef(actions)
  newest.current = actions
  useEffect(() => {
    const bar = target.current
    if (!bar) return
    const listeners = new AbortController()
    const { signal } = listeners
    let finger: number | undefined
    const shareAt = (event: PointerEvent) => {
      const { left, width } = bar.getBoundingClientRect()
      return width > 0 ? Math.min(1, Math.max(0, (event.clientX - left) / width)) : 0
    }
    const hear = (
      name: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
      hear: (e: PointerEvent) => void
    ) => bar.addEventListener(name, hear, { signal })
    hear('pointerdown', event => {
      if (finger !== undefined || event.button !== 0) return
      finger = event.pointerId
      bar.setPointerCapture(finger)
      // Else the browser selects text on the way.
      event.preventDefault()
      newest.current.onMove(shareAt(event))
    })
    hear('pointermove', event => event.pointerId === finger && newest.current.onMove(shareAt(event)))
    hear('pointerup', event => {
      if (event.pointerId !== finger) return
      finger = undefined
      newest.current.onEnd(shareAt(event))
    })
    hear('pointercancel', event => {
      if (event.pointerId !== finger) return
      finger = undefined
      newest.current.onCancel()
    })
    return () => listeners.abort()
  }, [target])
}
