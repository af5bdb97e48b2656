// The part of telling the server what marketers count that every start has: the rest comes with the first such event.
import type { App } from '../app.js'
import type { Clock } from '../environment.js'
import type { Told } from './host-events.js'

/** An event by its name on the host page. */
export type Reported = [name: string, told: Told]

/** Those that may be counted, by how their names go on; the reporter looks at them. */
const COUNTED = /-(view|epi|pay|sea|fav|sha|reward|check)/
/** In ms: a first picture goes before what is said of it. */
const LATER = 2000

export function createReporting(clock: Clock, app: () => App): (...event: Reported) => void {
  const waiting: Reported[] = []
  let wake: (() => void) | undefined
  const open = () =>
    import('./event-reporter.js')
      .then(({ createReporter }) => {
        wake = createReporter(app(), waiting)
      })
      .catch(() => {
        wake = undefined
      })
  return (...event) => {
    if (!COUNTED.test(event[0])) return
    waiting.push(event)
    if (wake) return wake()
    wake = () => undefined
    clock.after(LATER, open)
  }
}
