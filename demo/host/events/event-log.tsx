import { useRef, useState } from 'react'
import { CopyButton } from '../components/copy-button.js'
import type { LoggedEvent } from './use-drama-events.js'

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

export function EventLog({ events, onClear }: { events: LoggedEvent[]; onClear(): void }) {
  const [held, setHeld] = useState<LoggedEvent[]>()
  const [only, setOnly] = useState<string>()
  const seen = held ?? events
  const missed = held ? events.filter(({ no }) => no > (held[0]?.no ?? 0)).length : 0
  const shown = only ? seen.filter(({ name }) => name === only) : seen
  const clear = () => {
    setHeld(undefined)
    setOnly(undefined)
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
          aria-pressed={held !== undefined}
          onClick={() => setHeld(held ? undefined : events)}
        >
          {held ? `Go on${missed ? ` (${missed} new)` : ''}` : 'Pause'}
        </button>
        <button type="button" className="quiet" disabled={shown.length === 0} onClick={() => save(shown)}>
          Save as JSON
        </button>
        <button type="button" className="quiet" disabled={events.length === 0} onClick={clear}>
          Clear
        </button>
      </header>
      {seen.length === 0 ? (
        <p className="log-empty">Nothing yet. Use the player: each event your page can hear shows up here.</p>
      ) : (
        <>
          <Names events={seen} only={only} onChoose={setOnly} />
          <div className="log-list" role="log" aria-label="Events of the player">
            {shown.map(event => (
              <Entry key={event.no} event={event} />
            ))}
          </div>
        </>
      )}
    </section>
  )
}

interface NamesProps {
  events: readonly LoggedEvent[]
  only: string | undefined
  onChoose(only: string | undefined): void
}

/** How often each was heard; one can be chosen. */
function Names({ events, only, onChoose }: NamesProps) {
  const counts = new Map<string, number>()
  for (const { name } of events) counts.set(name, (counts.get(name) ?? 0) + 1)
  return (
    <fieldset className="chips">
      <legend className="visually-hidden">Show only</legend>
      {[...counts].sort().map(([name, count]) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === only}
          onClick={() => onChoose(name === only ? undefined : name)}
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
        <span className="entry-gist">{gistOf(event)}</span>
      </summary>
      <pre ref={source}>{JSON.stringify(detail, null, 2)}</pre>
      {id && <CopyButton text={id} source={source} label="Copy event_id" isSmall />}
    </details>
  )
}

function save(events: readonly LoggedEvent[]) {
  const told = events.map(({ name, at, detail }) => ({ name, at: at.toISOString(), detail }))
  saveFile('drama-events.json', 'application/json', `${JSON.stringify(told, null, 2)}\n`)
}

const OF_EVERY_EVENT = new Set(['event_id', 'lpid', 'at', 'version'])

/** What this event says beyond what all of them say. */
function gistOf({ detail }: LoggedEvent): string {
  if (typeof detail !== 'object' || detail === null) return ''
  return Object.entries(detail)
    .filter(([name, value]) => !OF_EVERY_EVENT.has(name) && typeof value !== 'function')
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' · ')
}

/** Hands a text to the viewer as a file. */
function saveFile(name: string, type: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
