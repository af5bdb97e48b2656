/** Safari has no idle callbacks. */
const FALLBACK_PAUSE_MS = 200

export const untilIdle = () =>
  new Promise<void>(resolve => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
    else setTimeout(resolve, FALLBACK_PAUSE_MS)
  })
