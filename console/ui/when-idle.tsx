import { type ReactNode, useEffect, useRef, useState } from 'react'
import { untilIdle } from './until-idle.js'

const MARGIN = '300px'

/** Draws its children once they are near the screen and the browser is idle, one after the other. */
export function WhenIdle({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const { current } = place
    if (current === null) return undefined
    let isEnded = false
    const observer = new IntersectionObserver(
      entries => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        void untilIdle().then(() => {
          if (!isEnded) setShown(true)
        })
      },
      { rootMargin: MARGIN }
    )
    observer.observe(current)
    return () => {
      isEnded = true
      observer.disconnect()
    }
  }, [])
  return (
    <div ref={place} style={{ minWidth: 0 }} data-drawn-later="">
      {isShown ? children : fallback}
    </div>
  )
}
