import { type Ref, useState } from 'react'
import { Segmented } from '../components/segmented.js'
import type { WorkbenchSettings } from '../settings/settings.js'
import type { ElementReport } from './element-report.js'
import { type FrameKind, Preview } from './preview.js'

const frames = [
  { value: 'phone', name: 'Phone' },
  { value: 'tablet', name: 'Tablet' },
  { value: 'desktop', name: 'Desktop' }
] as const

interface PreviewPanelProps {
  settings: WorkbenchSettings
  /** A new value restarts the element. */
  run: string
  report: ElementReport | undefined
  listen: Ref<HTMLDivElement>
  isWide: boolean
  onWide(isWide: boolean): void
}

export function PreviewPanel({ settings, run, report, listen, isWide, onWide }: PreviewPanelProps) {
  const [frame, setFrame] = useState<FrameKind>('phone')
  const [restartCount, setRestartCount] = useState(0)
  const restart = () => setRestartCount(restartCount + 1)
  return (
    <section className="preview" aria-labelledby="preview-title" data-frame={frame}>
      <header className="panel-head">
        <h2 id="preview-title" className="visually-hidden">
          Preview
        </h2>
        <Segmented label="Size of the preview" options={frames} value={frame} onChange={setFrame} />
        <button type="button" className="quiet wide" aria-pressed={isWide} onClick={() => onWide(!isWide)}>
          Full width
        </button>
        <button type="button" className="quiet" onClick={restart}>
          Restart
        </button>
        <button
          type="button"
          className="quiet"
          onClick={() => {
            clearVisitor()
            restart()
          }}
        >
          New visitor
        </button>
      </header>
      <Preview settings={settings} run={`${run} ${restartCount}`} frame={frame} listen={listen} />
      <ReportBar report={report} />
    </section>
  )
}

function clearVisitor(): void {
  try {
    const keys = Object.keys(localStorage)
    for (const key of keys) if (key === 'firstui_m_token' || key.startsWith('drama_')) localStorage.removeItem(key)
  } catch {
    // Storage is blocked, so the app has stored nothing.
  }
}

function ReportBar({ report }: { report: ElementReport | undefined }) {
  if (!report) return <p className="report">Starting the element…</p>
  const parts = [
    ['Page', report.route],
    ['Language', report.lang],
    ['Campaign', report.lpid ?? 'none'],
    ['Signed in', report.isLogin ? 'yes' : 'no'],
    ['Version', report.version]
  ] as const
  return (
    <dl className="report">
      {parts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
