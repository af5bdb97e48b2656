import type { Clock, LaunchEnvironment } from '../../src/core/environment.js'

/** A connection is announced before every request succeeds on it. */
const SETTLING_MS = 10_000
const MIN_RETRY_DELAY_MS = 200
const MAX_RETRY_DELAY_MS = 2000

/** Who begins to listen right after the browser announced a connection is called too, later each time. */
export function createOnlineEvent(
  clock: Clock,
  signal: AbortSignal
): Pick<LaunchEnvironment, 'onOnline' | 'announceOnline'> {
  const announcements = new EventTarget()
  let announcedAt = 0
  const announceOnline = () => void announcements.dispatchEvent(new Event('online'))
  const announce = () => {
    announcedAt = clock.now()
    announceOnline()
  }
  window.addEventListener('online', announce, { signal })
  const announceReturn = ({ persisted }: PageTransitionEvent) => persisted && navigator.onLine && announce()
  window.addEventListener('pageshow', announceReturn, { signal })

  return {
    announceOnline,
    onOnline(listener, until) {
      announcements.addEventListener('online', listener, { signal: until })
      const since = clock.now() - announcedAt
      if (until.aborted || since >= SETTLING_MS) return
      const delay = Math.min(Math.max(since, MIN_RETRY_DELAY_MS), MAX_RETRY_DELAY_MS)
      const callIfOnline = () => navigator.onLine && listener()
      until.addEventListener('abort', clock.setTimer(delay, callIfOnline))
    }
  }
}
