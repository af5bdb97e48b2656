import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useScope } from '../../app/scope.js'
import { isHostPageUnfocused } from './is-host-page-unfocused.js'

/**
 * While mounted, makes the rest of the app inert and focuses `first`. Restores the focus on unmount. Never takes the
 * focus from the host page.
 */
export function useModalFocus(blocker: RefObject<HTMLElement | null>, first?: RefObject<HTMLElement | null>): void {
  const { root } = useScope()
  // While rendering, because the effect of a field inside runs before the effect here, and may focus the field.
  const before = useRef(root.activeElement)
  useLayoutEffect(() => {
    const element = blocker.current
    const overlays = element?.closest('.overlays')
    if (!element || !overlays) return
    setInert(overlays, true)
    if (isHostPageUnfocused(root)) first?.current?.focus({ preventScroll: true })
    return () => {
      const others = [...overlays.querySelectorAll('[data-blocks]')].filter(other => other !== element)
      if (others.length === 0) setInert(overlays, false)
      const isLost = !root.activeElement || element.contains(root.activeElement)
      const opener = before.current
      if (isLost && isHostPageUnfocused(root) && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [root, blocker, first])
}

function setInert(overlays: Element, isInert: boolean) {
  for (const sibling of overlays.parentElement?.children ?? []) {
    if (sibling !== overlays && sibling instanceof HTMLElement) sibling.inert = isInert
  }
}
