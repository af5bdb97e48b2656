import { type RefObject, useEffect } from 'react'
import type { FeedPreview } from '../../core/catalogue/feed-preview.js'
import { useScope } from '../app/scope.js'
import { prefersReducedMotion } from '../ui/list/smooth-scroll.js'

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

export function useFeedVisible(section: RefObject<HTMLElement | null>, isShown: boolean, preview: FeedPreview): void {
  const { app } = useScope()
  useEffect(() => {
    const page = section.current?.closest('.page')
    if (!page || !isShown) return
    const listeners = new AbortController()
    const { visibility } = app.environment
    const { $shown: $sheet } = app.dramaSheet
    let isInSight = false
    const look = () =>
      preview.setActive(isInSight && visibility.isVisible() && !$sheet.get() && !prefersReducedMotion() && !savesData())
    const sight = new IntersectionObserver(
      changes => {
        isInSight = (changes.at(-1)?.intersectionRatio ?? 0) >= 0.5
        look()
      },
      { threshold: 0.5 }
    )
    sight.observe(page)
    visibility.onChange(look, listeners.signal)
    matchMedia(REDUCED_MOTION).addEventListener('change', look, { signal: listeners.signal })
    const leaveSheet = $sheet.listen(look)
    return () => {
      listeners.abort()
      sight.disconnect()
      leaveSheet()
      preview.setActive(false)
    }
  }, [app, section, isShown, preview])
}

/** Network Information API, which only Chromium has. */
interface KnownConnection {
  saveData?: boolean
  effectiveType?: string
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: KnownConnection }
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '')
}
