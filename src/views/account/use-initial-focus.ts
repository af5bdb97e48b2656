import { type RefObject, useLayoutEffect } from 'react'
import { useScope } from '../app/scope.js'
import { isHostPageUnfocused } from '../ui/overlay/is-host-page-unfocused.js'

export function useInitialFocus(first: RefObject<HTMLElement | null>): void {
  const { root } = useScope()
  useLayoutEffect(() => {
    if (isHostPageUnfocused(root)) first.current?.focus({ preventScroll: true })
  }, [root, first])
}
