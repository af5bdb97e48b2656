import { type RefObject, useLayoutEffect } from 'react'
import { useScope } from '../../app/scope.js'
import { isHostPageUnfocused } from './is-host-page-unfocused.js'

/**
 * While mounted, makes the rest of the app inert and focuses `first`. Restores the focus on unmount. Never takes the
 * focus from the host page.
 */
export function useModalFocus(blocker: RefObject<HTMLElement | null>, first?: RefObject<HTMLElement | null>): void {
  const { root } = useScope()
  useLayoutEffect(() => {
    const element = blocker.current
    const overlays = element?.closest('.overlays')
    if (!element || !overlays) return
    const before = root.activeElement
    setInert(overlays, true)
    if (isHostPageUnfocused(root)) first?.current?.focus({ preventScroll: true })
    return () => {
      const others = [...overlays.querySelectorAll('[data-blocks]')].filter(other => other !== element)
      if (others.length === 0) setInert(overlays, false)
      const isLost = !root.activeElement || element.contains(root.activeElement)
      if (isLost && isHostPageUnfocused(root) && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [root, blocker, first])
}

function setInert(overlays: Element, isInert: boolean) {
  for (const sibling of overlays.parentElement?.children ?? []) {
    if (sibling !== overlays && sibling instanceof HTMLElement) sibling.inert = isInert
  }
}
