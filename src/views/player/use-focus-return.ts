import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useScope } from '../app/scope.js'
import { hasNoFocus } from '../ui/overlay/use-modal-focus.js'

/** Who had the focus in a part that goes away is at the player again, whose keys work on. */
export function useFocusOnOpen(part: RefObject<HTMLElement | null>): void {
  const { root } = useScope()
  useLayoutEffect(() => {
    const element = part.current
    const player = element?.closest<HTMLElement>('.player')
    return () => {
      if (element?.contains(root.activeElement)) player?.focus({ preventScroll: true })
    }
  }, [root, part])
}

/** The same for what goes away while something else has the focus that it would get back. */
export function useFocusOnClose(part: RefObject<HTMLElement | null>, isGone: boolean): void {
  const { root } = useScope()
  const wasGone = useRef(isGone)
  useEffect(() => {
    if (wasGone.current === isGone) return
    wasGone.current = isGone
    if (root.activeElement || !hasNoFocus(root)) return
    part.current?.closest<HTMLElement>('.player')?.focus({ preventScroll: true })
  }, [root, part, isGone])
}

/** The same for what is covered: it cannot keep the focus, and gets none back from a sheet that is closed. */
export function useFocusBehindSheet(part: RefObject<HTMLElement | null>, isCovered: boolean): void {
  const { root } = useScope()
  useLayoutEffect(() => {
    const overlays = root.querySelector('.overlays')
    if (!isCovered || !overlays) return
    const land = () => part.current?.closest<HTMLElement>('.player')?.focus({ preventScroll: true })
    // Before the browser takes it from what cannot be reached any more.
    if (root.activeElement?.closest('[inert]')) land()
    const closing = new MutationObserver(() => !root.activeElement && hasNoFocus(root) && land())
    closing.observe(overlays, { childList: true })
    return () => closing.disconnect()
  }, [root, part, isCovered])
}
