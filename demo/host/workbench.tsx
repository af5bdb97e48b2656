import { useDeferredValue, useState } from 'react'
import { EventLog } from './event-log.js'
import { forgetVisitor } from './forget-visitor.js'
import { type FrameKind, Preview } from './preview.js'
import { ReportBar } from './report-bar.js'
import { Segmented } from './segmented.js'
import { initialSettings, type Settings } from './settings.js'
import { SettingsForm } from './settings-form.js'
import { Snippet } from './snippet.js'
import { useDramaEvents } from './use-drama-events.js'
import { useSettled } from './use-settled.js'

const frames = [
  { value: 'phone', name: 'Phone' },
  { value: 'desktop', name: 'Desktop' }
] as const

const SETTLE_MS = 500

export function Workbench() {
  const [settings, setSettings] = useState<Settings>(() => initialSettings(location.search))
  const [frame, setFrame] = useState<FrameKind>('phone')
  const [round, setRound] = useState(0)
  const { events, report, listen, clear } = useDramaEvents()
  const { lpid, start, apiBase, routing } = useSettled(settings, SETTLE_MS)
  const { lang, accent } = useDeferredValue(settings)

  const restart = () => setRound(round + 1)

  return (
    <main className="workbench" data-frame={frame}>
      <div className="setup">
        <header className="title">
          <h1>
            <Mark />
            Drama workbench
          </h1>
          <p>Set up the player for your page, watch it run with every event it sends, and copy the code.</p>
        </header>
        <SettingsForm
          settings={settings}
          report={report}
          origin={location.origin}
          onChange={change => setSettings(before => ({ ...before, ...change }))}
        />
      </div>
      <section className="preview" aria-labelledby="preview-title">
        <header className="panel-head">
          <h2 id="preview-title">Preview</h2>
          <Segmented label="Size of the preview" options={frames} value={frame} onChange={setFrame} />
          <button type="button" className="quiet" onClick={restart}>
            Restart
          </button>
          <button
            type="button"
            className="quiet"
            onClick={() => {
              forgetVisitor()
              restart()
            }}
          >
            New visitor
          </button>
        </header>
        <Preview
          settings={{ lpid, start, apiBase, routing, lang, accent }}
          run={JSON.stringify([lpid, start, apiBase, routing, round])}
          frame={frame}
          listen={listen}
        />
        <ReportBar report={report} />
      </section>
      <Snippet settings={settings} origin={location.origin} />
      <EventLog events={events} onClear={clear} />
    </main>
  )
}

function Mark() {
  return (
    <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
      <linearGradient id="mark" x2="1" y2="1">
        <stop stopColor="#ff3d63" />
        <stop offset="1" stopColor="#ff8a3d" />
      </linearGradient>
      <rect width="32" height="32" rx="9" fill="url(#mark)" />
      <path d="M12 9.5v13l11-6.5z" fill="#fff" stroke="#fff" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  )
}
