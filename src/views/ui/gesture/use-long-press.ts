import { type RefObject, useEffect, useRef } from 'react'
import { useScope } from '../../app/scope.js'
import type { LongPressActions } from './long-press.js'

/**
 * Sets `data-held` on the element until just after the press, so that other listeners ignore the same touch. Prevents
 * the click and the context menu of this touch.
 */
export function useLongPress(target: RefObject<HTMLElement | null>, actions: LongPressActions): void {
  const { app } = useScope()
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const element = target.current
    if (!element) return
    const lifetime = new AbortController()
    const { signal } = lifetime
    import('./long-press.js').then(
      ({ listenForLongPress }) =>
        signal.aborted ||
        listenForLongPress(element, { clock: app.environment.clock, actions: () => latest.current }, signal),
      () => undefined
    )
    return () => lifetime.abort()
  }, [app, target])
}
