// The part of telling the server what marketers count that every start has: the rest comes with the first such event.
import type { App } from '../app.js'
import type { Clock } from '../environment.js'
import type { EventEnvelope } from './host-events.js'

/** An event by its name on the host page. */
export type QueuedEvent = [name: string, told: EventEnvelope]

/** Those that may be counted, by how their names go on; the reporter looks at them. */
const SERVER_EVENTS = /-(view|epi|pay|sea|fav|sha|reward|check)/
/** In ms: a first picture goes before what is said of it. */
const LOAD_DELAY_MS = 2000

export function createEventQueue(clock: Clock, app: () => App): (...event: QueuedEvent) => void {
  const waiting: QueuedEvent[] = []
  let loadReporter: (() => void) | undefined
  const open = () =>
    import('./event-reporter.js')
      .then(({ createEventReporter }) => {
        loadReporter = createEventReporter(app(), waiting)
      })
      .catch(() => {
        loadReporter = undefined
      })
  return (...event) => {
    if (!SERVER_EVENTS.test(event[0])) return
    waiting.push(event)
    if (loadReporter) return loadReporter()
    loadReporter = () => undefined
    clock.setTimer(LOAD_DELAY_MS, open)
  }
}
