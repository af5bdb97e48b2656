import { useEffect, useRef, useState } from 'react'
import type { Toast } from '../../core/ui/toasts.js'
import { useScope } from './scope.js'
import { useLazyPart } from './use-lazy-part.js'

const LOAD_DELAY_MS = 1000
/** A toast that ended while the code was loading is shown again, unless it began earlier than this. */
const MAX_TOAST_AGE_MS = 10_000

const loadOverlays = () => import('./overlays.js')

/** Loads the overlays after the first page, or with the first overlay. The next overlay or page repeats a failed load. */
export function LazyOverlays() {
  const { app } = useScope()
  const [wanted, setWanted] = useState<object>()
  const part = useLazyPart(wanted, loadOverlays)
  const missed = useRef<{ toast: Toast; at: number }>(undefined)
  const isLoaded = part !== undefined
  useEffect(() => {
    const { toasts, modals, dramaSheet, router, environment } = app
    const { clock } = environment
    if (isLoaded) {
      const { toast, at = 0 } = missed.current ?? {}
      if (toast && !toasts.$toast.get() && clock.now() - at < MAX_TOAST_AGE_MS) toasts.show(toast)
      return
    }
    const load = () => setWanted({})
    const cleanups = [
      clock.setTimer(LOAD_DELAY_MS, load),
      toasts.$toast.subscribe(toast => {
        if (!toast) return
        if (toast.icon !== 'loading') missed.current = { toast, at: clock.now() }
        load()
      }),
      modals.$modal.subscribe(modal => modal && load()),
      dramaSheet.$shown.subscribe(shown => shown && load()),
      router.$stack.listen(load)
    ]
    return () => {
      for (const cleanup of cleanups) cleanup()
    }
  }, [app, isLoaded])
  return <div className="overlays">{part && <part.OverlayLayer />}</div>
}
