import { useRef, useState } from 'react'
import { CopyButton } from '../components/copy-button.js'
import type { LoggedEvent } from './use-drama-events.js'

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

export function EventLog({ events, onClear }: { events: LoggedEvent[]; onClear(): void }) {
  const [pausedEvents, setPausedEvents] = useState<LoggedEvent[]>()
  const [nameFilter, setNameFilter] = useState<string>()
  const visibleEvents = pausedEvents ?? events
  const newCount = pausedEvents ? events.filter(({ no }) => no > (pausedEvents[0]?.no ?? 0)).length : 0
  const filteredEvents = nameFilter ? visibleEvents.filter(({ name }) => name === nameFilter) : visibleEvents
  const clear = () => {
    setPausedEvents(undefined)
    setNameFilter(undefined)
    onClear()
  }
  return (
    <section className="log" aria-labelledby="log-title">
      <header className="panel-head">
        <h2 id="log-title">
          Events <span className="count">{events.length}</span>
        </h2>
        <button
          type="button"
          className="quiet"
          aria-pressed={pausedEvents !== undefined}
          onClick={() => setPausedEvents(pausedEvents ? undefined : events)}
        >
          {pausedEvents ? `Go on${newCount ? ` (${newCount} new)` : ''}` : 'Pause'}
        </button>
        <button
          type="button"
          className="quiet"
          disabled={filteredEvents.length === 0}
          onClick={() => saveEvents(filteredEvents)}
        >
          Save as JSON
        </button>
        <button type="button" className="quiet" disabled={events.length === 0} onClick={clear}>
          Clear
        </button>
      </header>
      {visibleEvents.length === 0 ? (
        <p className="log-empty">Nothing yet. Use the player: each event your page can hear shows up here.</p>
      ) : (
        <>
          <NameFilter events={visibleEvents} nameFilter={nameFilter} onChoose={setNameFilter} />
          <div className="log-list" role="log" aria-label="Events of the player">
            {filteredEvents.map(event => (
              <Entry key={event.no} event={event} />
            ))}
          </div>
        </>
      )}
    </section>
  )
}

interface NameFilterProps {
  events: readonly LoggedEvent[]
  nameFilter: string | undefined
  onChoose(nameFilter: string | undefined): void
}

function NameFilter({ events, nameFilter, onChoose }: NameFilterProps) {
  const counts = new Map<string, number>()
  for (const { name } of events) counts.set(name, (counts.get(name) ?? 0) + 1)
  return (
    <fieldset className="chips">
      <legend className="visually-hidden">Show only</legend>
      {[...counts].sort().map(([name, count]) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === nameFilter}
          onClick={() => onChoose(name === nameFilter ? undefined : name)}
        >
          {name.replace('drama-', '')} <span className="count">{count}</span>
        </button>
      ))}
    </fieldset>
  )
}

function Entry({ event }: { event: LoggedEvent }) {
  const source = useRef<HTMLPreElement>(null)
  const { detail } = event
  const id = typeof detail === 'object' && detail && 'event_id' in detail ? String(detail.event_id) : undefined
  return (
    <details className="entry" data-event={event.name}>
      <summary>
        <time dateTime={event.at.toISOString()}>
          {clock.format(event.at)}.{String(event.at.getMilliseconds()).padStart(3, '0')}
        </time>
        <span className="entry-name">{event.name}</span>
        <span className="entry-gist">{summarize(event)}</span>
      </summary>
      <pre ref={source}>{JSON.stringify(detail, null, 2)}</pre>
      {id && <CopyButton text={id} source={source} label="Copy event_id" isSmall />}
    </details>
  )
}

function saveEvents(events: readonly LoggedEvent[]) {
  const records = events.map(({ name, at, detail }) => ({ name, at: at.toISOString(), detail }))
  saveFile('drama-events.json', 'application/json', `${JSON.stringify(records, null, 2)}\n`)
}

const COMMON_FIELDS = new Set(['event_id', 'lpid', 'at', 'version'])

function summarize({ detail }: LoggedEvent): string {
  if (typeof detail !== 'object' || detail === null) return ''
  return Object.entries(detail)
    .filter(([name, value]) => !COMMON_FIELDS.has(name) && typeof value !== 'function')
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' · ')
}

function saveFile(name: string, type: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
