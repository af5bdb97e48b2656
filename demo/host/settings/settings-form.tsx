import type { ElementReport } from '../preview/element-report.js'
import { AttributeField } from './attribute-field.js'
import { type AttributeRow, groups, sampleCampaigns } from './attributes.js'
import { attributesOf, isOffered, textOf, type WorkbenchSettings } from './settings.js'

interface SettingsFormProps {
  settings: WorkbenchSettings
  rows: readonly AttributeRow[]
  report: ElementReport | undefined
  origin: string
  onChange(values: Record<string, string>): void
}

export function SettingsForm({ settings, rows, report, origin, onChange }: SettingsFormProps) {
  const changedNames = new Set(attributesOf(settings).map(([name]) => name))
  return (
    <form className="settings" onSubmit={event => event.preventDefault()}>
      {groups.map((group, index) => {
        const groupRows = rows.filter(row => row.group === group && isOffered(settings, row.name))
        const changed = groupRows.filter(row => changedNames.has(row.name)).map(row => row.name)
        return (
          <details key={group} className="group" open={index < 2}>
            <summary>
              <h2>{group}</h2>
              <span>{changed.join(', ')}</span>
            </summary>
            <div className="group-fields">
              {groupRows.map(row => (
                <div key={row.name}>
                  <AttributeField
                    row={row}
                    value={textOf(settings, row.name)}
                    placeholder={row.name === 'api-base' ? origin : undefined}
                    report={row.name === 'lpid' ? <LpidReport report={report} /> : undefined}
                    onChange={value => onChange({ [row.name]: value })}
                  />
                  {row.name === 'lpid' && (
                    <Campaigns lpid={textOf(settings, 'lpid')} onChoose={lpid => onChange({ lpid })} />
                  )}
                </div>
              ))}
            </div>
          </details>
        )
      })}
    </form>
  )
}

function Campaigns({ lpid, onChoose }: { lpid: string; onChoose(lpid: string): void }) {
  return (
    <fieldset className="chips">
      <legend>Samples</legend>
      {sampleCampaigns.map(campaign => (
        <button key={campaign} type="button" aria-pressed={campaign === lpid} onClick={() => onChoose(campaign)}>
          {campaign}
        </button>
      ))}
    </fieldset>
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
