import type { Environment } from '../environment.js'
import { FETCH_POLICY } from './headers.js'

const FIRST_DELAY_MS = 1000
const MAX_INTERVAL_MS = 8000
const TIMEOUT_MS = 8000
/** Where requests fail though the server is well, it is polled ever more rarely, until none has failed for this long. */
const STEADY_MS = 60_000

/**
 * Returns what to call after a request that failed. It polls the server's health until that is well, more rarely each
 * time, and then tells the listeners of `onOnline`; not where the server is well at once and had answered the request,
 * though with an error.
 */
export function createHealthPoller(environment: Environment, healthUrl: string): (hasAnswered: boolean) => void {
  const { clock, visibility } = environment
  let isPolling = false
  let wellAt = 0
  let interval = FIRST_DELAY_MS

  async function isWell(): Promise<boolean> {
    const lifetime = new AbortController()
    const cancelTimeout = clock.setTimer(TIMEOUT_MS, () => lifetime.abort())
    const init: RequestInit = { ...FETCH_POLICY, cache: 'no-store', signal: lifetime.signal }
    const { ok } = await environment.fetch(healthUrl, init).catch(() => ({ ok: false }))
    cancelTimeout()
    return ok
  }

  return hasAnswered => {
    if (isPolling) return
    isPolling = true
    if (clock.now() - wellAt > STEADY_MS) interval = FIRST_DELAY_MS
    let wasAway = !hasAnswered
    const pollLater = () => {
      // Not all viewers at the same time.
      clock.setTimer(interval * (0.75 + Math.random() / 2), poll)
      interval = Math.min(interval * 2, MAX_INTERVAL_MS)
    }
    async function poll() {
      if (!visibility.isVisible()) return void clock.setTimer(FIRST_DELAY_MS, poll)
      if (!(await isWell())) {
        wasAway = true
        return pollLater()
      }
      isPolling = false
      wellAt = clock.now()
      if (wasAway) environment.announceOnline()
    }
    pollLater()
  }
}
