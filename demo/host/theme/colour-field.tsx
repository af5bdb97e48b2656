import { useId } from 'react'
import { isColour } from './theme.js'

interface ColourFieldProps {
  label: string
  variable: string
  value: string
  /** What the app takes while the field is empty. */
  own: string
  onChange(value: string): void
}

/** A colour by eye or by number; empty for the app's own. */
export function ColourField({ label, variable, value, own, onChange }: ColourFieldProps) {
  const id = useId()
  const isBroken = value !== '' && !isColour(value)
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} <code>{variable}</code>
      </label>
      <div className="colour">
        <input
          type="color"
          aria-label={`${label}, by eye`}
          value={isColour(value) ? value.toLowerCase() : own}
          onChange={event => onChange(event.target.value)}
        />
        <input
          id={id}
          type="text"
          spellCheck={false}
          autoComplete="off"
          maxLength={7}
          placeholder={own}
          value={value}
          aria-invalid={isBroken}
          aria-describedby={`${id}-note`}
          onChange={event => onChange(event.target.value)}
        />
      </div>
      <div id={`${id}-note`} className="field-note" aria-live="polite">
        {isBroken && <p className="problem">Six hex digits after #, such as {own}.</p>}
      </div>
    </div>
  )
}
