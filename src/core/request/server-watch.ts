import type { Environment } from '../environment.js'
import { FETCH_POLICY } from './headers.js'

const FIRST_QUESTION_MS = 1000
const MAX_INTERVAL_MS = 8000
const TIMEOUT_MS = 8000
/** Where requests fail though the server is well, it is asked ever more rarely, until none has failed for this long. */
const STEADY_MS = 60_000

/**
 * Returns what to call after a request that failed. It asks for the server's health until that is well, more rarely each
 * time, and then tells the listeners of `onOnline`; not where the server is well at once and had answered the request,
 * though with an error.
 */
export function createServerWatch(environment: Environment, healthUrl: string): (hasAnswered: boolean) => void {
  const { clock, visibility } = environment
  let isWatching = false
  let wellAt = 0
  let interval = FIRST_QUESTION_MS

  async function isWell(): Promise<boolean> {
    const question = new AbortController()
    const cancelTimeout = clock.setTimer(TIMEOUT_MS, () => question.abort())
    const init: RequestInit = { ...FETCH_POLICY, cache: 'no-store', signal: question.signal }
    const { ok } = await environment.fetch(healthUrl, init).catch(() => ({ ok: false }))
    cancelTimeout()
    return ok
  }

  return hasAnswered => {
    if (isWatching) return
    isWatching = true
    if (clock.now() - wellAt > STEADY_MS) interval = FIRST_QUESTION_MS
    let wasAway = !hasAnswered
    const askLater = () => {
      // Not all viewers at the same time.
      clock.setTimer(interval * (0.75 + Math.random() / 2), ask)
      interval = Math.min(interval * 2, MAX_INTERVAL_MS)
    }
    async function ask() {
      if (!visibility.isVisible()) return void clock.setTimer(FIRST_QUESTION_MS, ask)
      if (!(await isWell())) {
        wasAway = true
        return askLater()
      }
      isWatching = false
      wellAt = clock.now()
      if (wasAway) environment.announceOnline()
    }
    askLater()
  }
}
