import type { LaunchEnvironment } from '../../src/core/environment.js'

export interface RecordedEvent {
  name: string
  detail: Record<string, unknown>
  at: number
  isCancelled: boolean
}

export interface EventLog {
  readonly events: readonly RecordedEvent[]
  subscribe(listener: () => void, signal: AbortSignal): void
  clear(): void
}

export function recordEvents(environment: LaunchEnvironment, endSignal: AbortSignal): EventLog {
  let recorded: RecordedEvent[] = []
  const listeners = new Set<() => void>()
  const notifyListeners = () => listeners.forEach(listener => void listener())
  const { emit } = environment
  environment.emit = (name, detail) => {
    const isAccepted = emit(name, detail)
    recorded = [...recorded, { name, detail, at: environment.clock.now(), isCancelled: !isAccepted }]
    notifyListeners()
    return isAccepted
  }
  endSignal.addEventListener('abort', () => {
    environment.emit = emit
  })
  return {
    get events() {
      return recorded
    },
    subscribe(listener, signal) {
      listeners.add(listener)
      signal.addEventListener('abort', () => listeners.delete(listener))
    },
    clear() {
      recorded = []
      notifyListeners()
    }
  }
}

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

const toJsonValue = (_key: string, value: unknown) => (typeof value === 'function' ? '(function)' : value)

export const toCopyableEvent = ({ name, detail, isCancelled }: RecordedEvent) => ({
  event: name,
  detail: JSON.parse(JSON.stringify(detail, toJsonValue)),
  ...(isCancelled && { cancelled: true })
})

export function describeEvent({ name, detail, at, isCancelled }: RecordedEvent): { title: string[]; lines: string } {
  const cancelled = isCancelled ? ' (cancelled by the page)' : ''
  return { title: [`${time.format(at)} `, name, cancelled], lines: JSON.stringify(detail, toJsonValue, 2) }
}
