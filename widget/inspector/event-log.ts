import type { LaunchEnvironment } from '../../src/core/environment.js'

/** One event as the page heard it; `at` in epoch ms. */
export interface RecordedEvent {
  name: string
  detail: Record<string, unknown>
  at: number
  isCancelled: boolean
}

/** What the page has heard since somebody began to listen. */
export interface EventLog {
  readonly heard: readonly RecordedEvent[]
  /** Called after each event, until the signal. */
  follow(listener: () => void, signal: AbortSignal): void
  clear(): void
}

/** Writes down what this environment tells the page from now on, until the signal. */
export function recordEvents(environment: LaunchEnvironment, ended: AbortSignal): EventLog {
  let heard: RecordedEvent[] = []
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach(listener => void listener())
  const { emit } = environment
  environment.emit = (name, detail) => {
    const isAccepted = emit(name, detail)
    heard = [...heard, { name, detail, at: environment.clock.now(), isCancelled: !isAccepted }]
    tell()
    return isAccepted
  }
  ended.addEventListener('abort', () => {
    environment.emit = emit
  })
  return {
    get heard() {
      return heard
    },
    follow(listener, signal) {
      listeners.add(listener)
      signal.addEventListener('abort', () => listeners.delete(listener))
    },
    clear() {
      heard = []
      tell()
    }
  }
}

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** Functions of a detail, such as `grant()`, as what they are. */
const asText = (_key: string, value: unknown) => (typeof value === 'function' ? '(function)' : value)

/** An event as it can be copied. */
export const copyableEvent = ({ name, detail, isCancelled }: RecordedEvent) => ({
  event: name,
  detail: JSON.parse(JSON.stringify(detail, asText)),
  ...(isCancelled && { cancelled: true })
})

/** A line for an event, and everything it carried. */
export function describeEvent({ name, detail, at, isCancelled }: RecordedEvent): { title: string[]; lines: string } {
  const cancelled = isCancelled ? ' (cancelled by the page)' : ''
  return { title: [`${time.format(at)} `, name, cancelled], lines: JSON.stringify(detail, asText, 2) }
}
