import { type RefObject, useEffect, useRef } from 'react'
import { useScope } from '../../app/scope.js'
import type { LongPressActions } from './long-press.js'

/**
 * Long presses on one element, which has `data-held` until a moment after their end, so that those who hear the same
 * finger know that it has had its meaning. The click that follows is nobody's, and no menu comes up under a finger.
 * What hears them is fetched by then.
 */
export function useLongPress(target: RefObject<HTMLElement | null>, actions: LongPressActions): void {
  const { app } = useScope()
  const newest = useRef(actions)
  newest.current = actions
  useEffect(() => {
    const element = target.current
    if (!element) return
    const leaving = new AbortController()
    const { signal } = leaving
    import('./long-press.js').then(
      ({ listenForLongPress }) =>
        signal.aborted ||
        listenForLongPress(element, { clock: app.environment.clock, actions: () => newest.current }, signal),
      () => undefined
    )
    return () => leaving.abort()
  }, [app, target])
}
