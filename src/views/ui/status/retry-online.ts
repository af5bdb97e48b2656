import type { App } from '../../../core/app.js'

/** A connection is announced before every request succeeds on it. */
const SETTLING_MS = 10_000
const RETRY_DELAY_MS = 2000

const announcedAt = new WeakMap<App, number>()

/** Also retries a view that failed again right after the connection came back. */
export function retryOnline(app: App, retry: () => void, signal: AbortSignal): void {
  const { clock, onOnline } = app.environment
  onOnline(() => {
    announcedAt.set(app, clock.now())
    retry()
  }, signal)
  const since = clock.now() - (announcedAt.get(app) ?? 0)
  if (since < SETTLING_MS) signal.addEventListener('abort', clock.setTimer(RETRY_DELAY_MS, retry))
}
