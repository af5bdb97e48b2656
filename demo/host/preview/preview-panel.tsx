import { type Ref, useState } from 'react'
import { Segmented } from '../components/segmented.js'
import type { Settings } from '../settings/settings.js'
import type { ElementReport } from './element-report.js'
import { forgetVisitor } from './forget-visitor.js'
import { type FrameKind, Preview } from './preview.js'
import { ReportBar } from './report-bar.js'

const frames = [
  { value: 'phone', name: 'Phone' },
  { value: 'tablet', name: 'Tablet' },
  { value: 'desktop', name: 'Desktop' }
] as const

interface PreviewPanelProps {
  settings: Settings
  /** Changes when the element must be started anew. */
  run: string
  report: ElementReport | undefined
  listen: Ref<HTMLDivElement>
  isWide: boolean
  onWide(isWide: boolean): void
}

export function PreviewPanel({ settings, run, report, listen, isWide, onWide }: PreviewPanelProps) {
  const [frame, setFrame] = useState<FrameKind>('phone')
  const [round, setRound] = useState(0)
  const restart = () => setRound(round + 1)
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
            forgetVisitor()
            restart()
          }}
        >
          New visitor
        </button>
      </header>
      <Preview settings={settings} run={`${run} ${round}`} frame={frame} listen={listen} />
      <ReportBar report={report} />
    </section>
  )
}
