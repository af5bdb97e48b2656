import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useScope } from '../app/scope.js'
import { isHostPageUnfocused } from '../ui/overlay/is-host-page-unfocused.js'

/** Focuses the player when a part that has the focus unmounts, so that the player's keys continue to work. */
export function useReturnFocusOnUnmount(part: RefObject<HTMLElement | null>): void {
  const { root } = useScope()
  useLayoutEffect(() => {
    const element = part.current
    const player = element?.closest<HTMLElement>('.player')
    return () => {
      if (element?.contains(root.activeElement)) player?.focus({ preventScroll: true })
    }
  }, [root, part])
}

/** Focuses the player if the part disappeared while a sheet was open: the sheet cannot restore the focus to it. */
export function useReturnFocusWhenGone(part: RefObject<HTMLElement | null>, isGone: boolean): void {
  const { root } = useScope()
  const wasGone = useRef(isGone)
  const player = useRef<HTMLElement>(null)
  useEffect(() => {
    player.current = part.current?.closest<HTMLElement>('.player') ?? player.current
    if (wasGone.current === isGone) return
    wasGone.current = isGone
    if (root.activeElement || !isHostPageUnfocused(root)) return
    player.current?.focus({ preventScroll: true })
  }, [root, part, isGone])
}

/** Focuses the player instead of a covered part, now and when a sheet closes. */
export function useReturnFocusWhenCovered(part: RefObject<HTMLElement | null>, isCovered: boolean): void {
  const { root } = useScope()
  useLayoutEffect(() => {
    const overlays = root.querySelector('.overlays')
    if (!isCovered || !overlays) return
    const focusPlayer = () => part.current?.closest<HTMLElement>('.player')?.focus({ preventScroll: true })
    // Before the browser drops the focus from the inert element.
    if (root.activeElement?.closest('[inert]')) focusPlayer()
    const observer = new MutationObserver(() => !root.activeElement && isHostPageUnfocused(root) && focusPlayer())
    observer.observe(overlays, { childList: true })
    return () => observer.disconnect()
  }, [root, part, isCovered])
}
