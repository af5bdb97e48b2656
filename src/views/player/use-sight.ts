import { type RefObject, useEffect } from 'react'
import { watchSight } from '../../dom/visibility-observer.js'
import type { Controller } from '../../player/player.js'

/** What is scrolled out of the window does not play on. */
export function useSight(player: RefObject<HTMLElement | null>, { see }: Controller): void {
  useEffect(() => {
    const leaving = new AbortController()
    if (player.current) watchSight(player.current, see, leaving.signal)
    return () => leaving.abort()
  }, [player, see])
}
