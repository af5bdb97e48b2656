import { useEffect, useLayoutEffect, useState } from 'react'
import type { Toasts } from '../../core/ui/toasts.js'
import { adoptStyles } from '../../dom/adopted-styles.js'
import { useScope, useTranslation } from './scope.js'

/** While `wanted` is set, the Back button and a change of page call `close`. */
export function useOverlay(wanted: object | undefined, close: () => void): void {
  const { app } = useScope()
  useLayoutEffect(() => (wanted ? app.router.pushOverlay(close) : undefined), [app, wanted, close])
}

/**
 * Loads code and texts once `wanted` is set. After a failure it loads again when the connection is back or `wanted`
 * changes; if `toasts` are given, it shows one, and calls `onFailed`.
 */
export function useLazyPart<Part extends object>(
  wanted: object | undefined,
  load: () => Promise<Part>,
  toasts?: Toasts,
  onFailed?: () => void
): Part | undefined {
  const { app, root } = useScope()
  const { text } = useTranslation()
  const [part, setPart] = useState<Part>()
  useEffect(() => {
    if (!wanted || part) return
    const lifetime = new AbortController()
    const { signal } = lifetime
    const onLoaded = (loaded: Part) => {
      if (signal.aborted) return
      if ('css' in loaded) adoptStyles(root, String(loaded.css))
      setPart(loaded)
    }
    const onError = () => {
      if (signal.aborted) return
      toasts?.showText(text('networkBad'))
      onFailed?.()
    }
    const loadAll = async () => (await Promise.all([load(), app.i18n.loadPageMessages()]))[0]
    const start = () => loadAll().then(onLoaded, onError)
    void start()
    app.environment.onOnline(start, signal)
    return () => lifetime.abort()
  }, [app, root, text, wanted, part, load, toasts, onFailed])
  return part
}
