import { type ReactNode, useEffect, useRef } from 'react'
import { useScope } from '../context.js'

/** Distance from the end, in px, at which more is asked for. */
const REACH = 50

/** A grid that asks for more when its end comes near. */
export function GrowingGrid({ children, onReachEnd }: { children: ReactNode; onReachEnd(): void }) {
  const { root } = useScope()
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const sentinel = end.current
    if (!sentinel) return
    const observer = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && onReachEnd(), {
      root: sentinel.closest('.page') ?? root.host,
      rootMargin: `${REACH}px`
    })
    observer.observe(sentinel)
    return () => observer.disconnect()
  }, [root, onReachEnd])
  return (
    <>
      <ul className="grid">{children}</ul>
      <div ref={end} />
    </>
  )
}
