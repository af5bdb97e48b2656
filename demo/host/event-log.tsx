import type { HeardEvent } from './use-drama-events.js'

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

export function EventLog({ events, onClear }: { events: HeardEvent[]; onClear(): void }) {
  return (
    <section className="log" aria-labelledby="log-title">
      <header className="panel-head">
        <h2 id="log-title">
          Events <span className="count">{events.length}</span>
        </h2>
        <button type="button" className="quiet" disabled={events.length === 0} onClick={onClear}>
          Clear
        </button>
      </header>
      {events.length === 0 ? (
        <p className="log-empty">Nothing yet. Use the player: each event your page can hear shows up here.</p>
      ) : (
        <div className="log-list" role="log" aria-label="Events of the player">
          {events.map(event => (
            <Entry key={event.no} event={event} />
          ))}
        </div>
      )}
    </section>
  )
}

function Entry({ event }: { event: HeardEvent }) {
  return (
    <details className="entry" data-event={event.name}>
      <summary>
        <time dateTime={event.at.toISOString()}>
          {clock.format(event.at)}.{String(event.at.getMilliseconds()).padStart(3, '0')}
        </time>
        <span className="entry-name">{event.name}</span>
        <span className="entry-gist">{gistOf(event)}</span>
      </summary>
      <pre>{JSON.stringify(event.detail, null, 2)}</pre>
    </details>
  )
}

const OF_EVERY_EVENT = new Set(['event_id', 'lpid', 'at', 'version'])

/** What this event says beyond what all of them say. */
function gistOf({ detail }: HeardEvent): string {
  if (typeof detail !== 'object' || detail === null) return ''
  return Object.entries(detail)
    .filter(([name]) => !OF_EVERY_EVENT.has(name))
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(' · ')
}
