import { useEffect } from 'react'
import type { App } from '../../core/app.js'
import { useScope } from './scope.js'

const apps = new WeakSet<App>()

/** Of what tells its drama by `data-drama`: there may be hundreds, and one place hears them all, from the first on. */
export function useCovers(): void {
  const { app, root } = useScope()
  useEffect(() => {
    if (apps.has(app)) return
    apps.add(app)
    import('../ui/drama/cover-menu.js').then(
      covers => covers.hearCovers(app, root),
      () => apps.delete(app)
    )
  }, [app, root])
}
