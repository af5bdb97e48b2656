import { useLayoutEffect, useState } from 'react'
import { useScope } from './scope.js'

/** As in shell.css, player.css and instant-start.css. */
export const WIDE_PX = 1000

/** False until the app is measured: before the first paint if `isUrgent`, which forces layout, otherwise after it. */
export function useIsWide(isUrgent = false): boolean {
  const { root } = useScope()
  const [isWide, setWide] = useState(false)
  useLayoutEffect(() => {
    const app = root.querySelector('.app')
    if (!app) return
    const update = () => setWide(app.clientWidth >= WIDE_PX)
    if (isUrgent) update()
    const sizes = new ResizeObserver(update)
    sizes.observe(app)
    return () => sizes.disconnect()
  }, [root, isUrgent])
  return isWide
}
