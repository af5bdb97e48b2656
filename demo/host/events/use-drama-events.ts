import { useCallback, useState } from 'react'
import { type ElementReport, readElementReport } from '../preview/element-report.js'
import { eventNames } from './event-names.js'

export interface LoggedEvent {
  no: number
  at: Date
  name: string
  detail: unknown
}

const MAX_EVENTS = 400

/** `listen` is a ref: it collects the events of every `<drama-app>` below its node, newest first. */
export function useDramaEvents() {
  const [log, setLog] = useState<{ events: LoggedEvent[]; count: number }>({ events: [], count: 0 })
  const [report, setReport] = useState<ElementReport>()

  const listen = useCallback((node: HTMLElement | null) => {
    if (!node) return
    const controller = new AbortController()
    const onEvent = (event: Event) => {
      const detail: unknown = event instanceof CustomEvent ? event.detail : null
      setLog(({ events, count }) => ({
        count: count + 1,
        events: [{ no: count + 1, at: new Date(), name: event.type, detail }, ...events].slice(0, MAX_EVENTS)
      }))
      setReport(before => readElementReport(event, before))
    }
    for (const name of eventNames) node.addEventListener(name, onEvent, { signal: controller.signal })
    return () => controller.abort()
  }, [])

  const clear = useCallback(() => setLog(({ count }) => ({ events: [], count })), [])
  return { events: log.events, report, listen, clear }
}
