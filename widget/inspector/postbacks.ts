// What became of the events that the server tells partners of.

import type { App } from '../../src/core/app.js'
import type { EventLog } from './event-log.js'

const askStatus = ({ api }: App, ids: readonly string[]) =>
  api.get('/event/status', { ids: ids.join() }, { isQuiet: true })

type PostbackStatus = Awaited<ReturnType<typeof askStatus>>['list'][number]

/** In ms: the app brings its events together for a while, and the server tells them every few seconds. */
const POLL_INTERVAL_MS = 3000
/** What one question may hold. */
const MOST = 50

export interface Postbacks {
  /** Lines for what is known; those of the newest events first. */
  lines(): string[]
  /** Asks now, and again as long as it is wanted; one at a time. */
  watch(): void
}

/** `isWanted` is asked before each question, `onChange` called with each answer. */
export function createPostbacks(
  log: EventLog,
  app: () => App | undefined,
  { isWanted, onChange }: { isWanted(): boolean; onChange(): void }
): Postbacks {
  let told: readonly PostbackStatus[] | undefined
  let problem: string | undefined
  let isAsking = false

  const ids = () => [...new Set(log.heard.map(({ detail }) => String(detail.event_id)))].slice(-MOST)

  async function ask() {
    const running = app()
    if (!running || running.signal.aborted || !isWanted()) {
      isAsking = false
      return
    }
    const asked = ids()
    if (asked.length > 0) {
      await askStatus(running, asked).then(
        ({ list }) => {
          told = list
          problem = undefined
        },
        error => {
          problem = `The server does not answer: ${error instanceof Error ? error.message : String(error)}`
        }
      )
      onChange()
    }
    running.environment.clock.setTimer(POLL_INTERVAL_MS, ask)
  }

  return {
    lines: () => (problem ? [problem] : describe(told)),
    watch() {
      if (isAsking) return
      isAsking = true
      void ask()
    }
  }
}

function describe(told: readonly PostbackStatus[] | undefined): string[] {
  if (!told) return ['Asking the server…']
  if (told.length === 0)
    return ['None of these events goes to a postback of this campaign yet: docs/guide/postbacks.md.']
  return told
    .map(({ event, event_id, status, attempts, next_at }) => {
      const again = next_at === null ? '' : `, next at ${new Date(next_at).toLocaleTimeString('en-GB')}`
      return `${event} ${event_id}: ${status}, ${attempts} ${attempts === 1 ? 'try' : 'tries'}${again}`
    })
    .reverse()
}
