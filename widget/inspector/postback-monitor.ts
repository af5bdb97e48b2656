import type { App } from '../../src/core/app.js'
import type { EventLog } from './event-log.js'

const fetchStatus = ({ api }: App, ids: readonly string[]) =>
  api.get('/event/status', { ids: ids.join() }, { isQuiet: true })

type PostbackStatus = Awaited<ReturnType<typeof fetchStatus>>['list'][number]

/** The app sends events in batches, and the server forwards them every few seconds. */
const POLL_INTERVAL_MS = 3000
const MAX_EVENTS_PER_REQUEST = 50

export interface PostbackMonitor {
  lines(): string[]
  watch(): void
}

export function createPostbackMonitor(
  log: EventLog,
  app: () => App | undefined,
  { isVisible, onChange }: { isVisible(): boolean; onChange(): void }
): PostbackMonitor {
  let statuses: readonly PostbackStatus[] | undefined
  let problem: string | undefined
  let isPolling = false

  const listEventIds = () =>
    [...new Set(log.events.map(({ detail }) => String(detail.event_id)))].slice(-MAX_EVENTS_PER_REQUEST)

  async function poll() {
    const running = app()
    if (!running || running.signal.aborted || !isVisible()) {
      isPolling = false
      return
    }
    const eventIds = listEventIds()
    if (eventIds.length > 0) {
      await fetchStatus(running, eventIds).then(
        ({ list }) => {
          statuses = list
          problem = undefined
        },
        error => {
          problem = `The server does not answer: ${error instanceof Error ? error.message : String(error)}`
        }
      )
      onChange()
    }
    running.environment.clock.setTimer(POLL_INTERVAL_MS, poll)
  }

  return {
    lines: () => (problem ? [problem] : describeStatuses(statuses)),
    watch() {
      if (isPolling) return
      isPolling = true
      void poll()
    }
  }
}

function describeStatuses(statuses: readonly PostbackStatus[] | undefined): string[] {
  if (!statuses) return ['Asking the server…']
  if (statuses.length === 0)
    return ['None of these events goes to a postback of this campaign yet: docs/guide/postbacks.md.']
  return statuses
    .map(({ event, event_id, status, attempts, next_at }) => {
      const nextAttempt = next_at === null ? '' : `, next at ${new Date(next_at).toLocaleTimeString('en-GB')}`
      return `${event} ${event_id}: ${status}, ${attempts} ${attempts === 1 ? 'try' : 'tries'}${nextAttempt}`
    })
    .reverse()
}
