import type { App } from '../app.js'
import type { Clock } from '../environment.js'
import type { EventEnvelope } from './host-events.js'

export type QueuedEvent = [name: string, envelope: EventEnvelope]

/** Delayed because the first picture needs the network. */
const LOAD_DELAY_MS = 2000

export function createEventQueue(clock: Clock, app: () => App): (...event: QueuedEvent) => void {
  const waiting: QueuedEvent[] = []
  let notifyReporter: (() => void) | undefined
  const loadReporter = () =>
    import('./event-reporter.js')
      .then(({ createEventReporter }) => {
        notifyReporter = createEventReporter(app(), waiting)
      })
      .catch(() => {
        notifyReporter = undefined
      })
  return (...event) => {
    // It is sent without consent. The reporter drops the other events that the server does not count.
    if (event[0] === 'drama-ready') return
    waiting.push(event)
    if (notifyReporter) return notifyReporter()
    notifyReporter = () => undefined
    clock.setTimer(LOAD_DELAY_MS, loadReporter)
  }
}
