import { useId } from 'react'
import { AccentField } from './accent-field.js'
import type { ElementReport } from './element-report.js'
import { TextField } from './field.js'
import { languages, problemOf, routings, type Settings } from './settings.js'

interface SettingsFormProps {
  settings: Settings
  report: ElementReport | undefined
  origin: string
  onChange(change: Partial<Settings>): void
}

export function SettingsForm({ settings, report, origin, onChange }: SettingsFormProps) {
  const language = useId()
  const routing = useId()
  return (
    <form className="settings" onSubmit={event => event.preventDefault()}>
      <TextField
        label="Campaign id"
        attribute="lpid"
        value={settings.lpid}
        placeholder="winter-launch"
        problem={problemOf('lpid', settings.lpid)}
        hint="Credits every view to your campaign. Empty: taken from ?lpid= of the page."
        report={<LpidReport report={report} />}
        onChange={lpid => onChange({ lpid })}
      />
      <div className="field">
        <label htmlFor={language}>
          Language <code>lang</code>
        </label>
        <select id={language} value={settings.lang} onChange={event => onChange({ lang: event.target.value })}>
          {languages.map(({ tag, name }) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <AccentField value={settings.accent} onChange={accent => onChange({ accent })} />
      <TextField
        label="Start on an episode"
        attribute="start"
        value={settings.start}
        placeholder="drama:d_winter-bride,ep:1"
        problem={problemOf('start', settings.start)}
        hint={<>As drama:&lt;id&gt;,ep:&lt;no&gt;. Empty: the viewer lands on Home.</>}
        onChange={start => onChange({ start })}
      />
      <div className="field">
        <label htmlFor={routing}>
          Address <code>routing</code>
        </label>
        <select id={routing} value={settings.routing} onChange={event => onChange({ routing: event.target.value })}>
          {routings.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <TextField
        label="API base"
        attribute="api-base"
        value={settings.apiBase}
        placeholder={origin}
        inputMode="url"
        problem={problemOf('apiBase', settings.apiBase)}
        hint="Empty: the origin that the script came from."
        onChange={apiBase => onChange({ apiBase })}
      />
    </form>
  )
}

function LpidReport({ report }: { report: ElementReport | undefined }) {
  if (!report) return <p>The element has not reported yet.</p>
  const lpid = <code>lpid: {JSON.stringify(report.lpid)}</code>
  return report.warning ? (
    <p>
      The element reports {lpid} and <code>warning: {JSON.stringify(report.warning)}</code> with drama-visit.
    </p>
  ) : (
    <p>The element reports {lpid}. Press New visitor to hear its warning with drama-visit.</p>
  )
}
