import type { ElementReport } from './element-report.js'

/** One line of what `getState()` answers. */
export function ReportBar({ report }: { report: ElementReport | undefined }) {
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
