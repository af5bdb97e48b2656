import { useCallback, useState } from 'react'
import { type ElementInfo, readReport } from '../preview/element-report.js'
import { eventNames } from './event-names.js'

export interface LoggedEvent {
  no: number
  at: Date
  name: string
  detail: unknown
}

const KEPT = 400

/** Events of every `<drama-app>` below the node that gets `listen` as its ref, newest first, and its last report. */
export function useDramaEvents() {
  const [heard, setHeard] = useState<{ events: LoggedEvent[]; count: number }>({ events: [], count: 0 })
  const [report, setReport] = useState<ElementInfo>()

  const listen = useCallback((node: HTMLElement | null) => {
    if (!node) return
    const controller = new AbortController()
    const hear = (event: Event) => {
      const detail: unknown = event instanceof CustomEvent ? event.detail : null
      setHeard(({ events, count }) => ({
        count: count + 1,
        events: [{ no: count + 1, at: new Date(), name: event.type, detail }, ...events].slice(0, KEPT)
      }))
      setReport(before => readReport(event, before))
    }
    for (const name of eventNames) node.addEventListener(name, hear, { signal: controller.signal })
    return () => controller.abort()
  }, [])

  const clear = useCallback(() => setHeard(({ count }) => ({ events: [], count })), [])
  return { events: heard.events, report, listen, clear }
}
