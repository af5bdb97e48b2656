import { type RefObject, useEffect } from 'react'
import type { FeedPreview } from '../../core/catalogue/feed-preview.js'
import { shouldSaveData } from '../../dom/should-save-data.js'
import { observeVisibility } from '../../dom/visibility-observer.js'
import { useScope } from '../app/scope.js'
import { prefersReducedMotion } from '../ui/list/prefers-reduced-motion.js'

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

export function useFeedVisible(section: RefObject<HTMLElement | null>, isShown: boolean, preview: FeedPreview): void {
  const { app } = useScope()
  useEffect(() => {
    const page = section.current?.closest('.page')
    if (!page || !isShown) return
    const listeners = new AbortController()
    const { visibility } = app.environment
    const { $shown: $sheet } = app.dramaSheet
    let isOnScreen = false
    const update = () => preview.setActive(isOnScreen && visibility.isVisible() && !$sheet.get() && canPlayPreview())
    const onVisibility = (isInViewport: boolean) => {
      isOnScreen = isInViewport
      update()
    }
    observeVisibility(page, onVisibility, listeners.signal)
    visibility.onChange(update, listeners.signal)
    matchMedia(REDUCED_MOTION).addEventListener('change', update, { signal: listeners.signal })
    const unsubscribe = $sheet.listen(update)
    return () => {
      listeners.abort()
      unsubscribe()
      preview.setActive(false)
    }
  }, [app, section, isShown, preview])
}

export const canPlayPreview = () => !prefersReducedMotion() && !shouldSaveData()
