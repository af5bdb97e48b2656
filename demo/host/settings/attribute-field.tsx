import { type ReactNode, useId } from 'react'
import { TextField } from '../components/text-field.js'
import type { AttributeRow, ChoiceRow, SwitchRow } from './attributes.js'
import { ON, problemOf } from './settings.js'

interface AttributeFieldProps<Row> {
  row: Row
  value: string
  report?: ReactNode
  placeholder?: string
  onChange(value: string): void
}

export function AttributeField({ row, value, report, placeholder, onChange }: AttributeFieldProps<AttributeRow>) {
  if (row.kind === 'choice') return <ChoiceField row={row} value={value} onChange={onChange} />
  if (row.kind === 'switch') return <SwitchField row={row} value={value} onChange={onChange} />
  return (
    <TextField
      label={row.label}
      attribute={row.name}
      value={value}
      placeholder={placeholder ?? row.placeholder}
      inputMode={row.inputMode}
      problem={problemOf(row.name, value)}
      hint={row.hint}
      report={report}
      onChange={onChange}
    />
  )
}

function ChoiceField({ row, value, onChange }: AttributeFieldProps<ChoiceRow>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>
        {row.label} <code>{row.name}</code>
      </label>
      <select
        id={id}
        value={value === '' ? row.options[0]?.value : value}
        aria-describedby={`${id}-note`}
        onChange={event => onChange(event.target.value)}
      >
        {row.options.map(option => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
      <div id={`${id}-note`} className="field-note">
        {row.hint && <p>{row.hint}</p>}
      </div>
    </div>
  )
}

function SwitchField({ row, value, onChange }: AttributeFieldProps<SwitchRow>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id} className="switch">
        <input
          id={id}
          type="checkbox"
          checked={value === ON}
          aria-describedby={`${id}-note`}
          onChange={event => onChange(event.target.checked ? ON : '')}
        />
        <span>{row.label}</span>
        <code>{row.name}</code>
      </label>
      <div id={`${id}-note`} className="field-note">
        {row.hint && <p>{row.hint}</p>}
      </div>
    </div>
  )
}
