import { useId } from 'react'
import { isColour } from './theme.js'

interface ColourFieldProps {
  label: string
  variable: string
  value: string
  fallback: string
  onChange(value: string): void
}

export function ColourField({ label, variable, value, fallback, onChange }: ColourFieldProps) {
  const id = useId()
  const isInvalid = value !== '' && !isColour(value)
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} <code>{variable}</code>
      </label>
      <div className="colour">
        <input
          type="color"
          aria-label={`${label}, by eye`}
          value={isColour(value) ? value.toLowerCase() : fallback}
          onChange={event => onChange(event.target.value)}
        />
        <input
          id={id}
          type="text"
          spellCheck={false}
          autoComplete="off"
          maxLength={7}
          placeholder={fallback}
          value={value}
          aria-invalid={isInvalid}
          aria-describedby={`${id}-note`}
          onChange={event => onChange(event.target.value)}
        />
      </div>
      <div id={`${id}-note`} className="field-note" aria-live="polite">
        {isInvalid && <p className="problem">Six hex digits after #, such as {fallback}.</p>}
      </div>
    </div>
  )
}
