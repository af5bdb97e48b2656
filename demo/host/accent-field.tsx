import { useId } from 'react'
import { DEFAULT_ACCENT, problemOf } from './settings.js'

const swatches = [
  { name: 'Rose', colour: DEFAULT_ACCENT },
  { name: 'Violet', colour: '#9b6bff' },
  { name: 'Azure', colour: '#3d9bff' },
  { name: 'Jade', colour: '#2cc295' },
  { name: 'Amber', colour: '#ffab3d' }
]

export function AccentField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const id = useId()
  const problem = problemOf('accent', value)
  return (
    <div className="field">
      <label htmlFor={id}>
        Accent colour <code>--drama-accent</code>
      </label>
      <div className="accent">
        <input
          type="color"
          aria-label="Pick an accent colour"
          value={problem || value === '' ? DEFAULT_ACCENT : value}
          onChange={event => onChange(event.target.value)}
        />
        <input
          id={id}
          type="text"
          spellCheck={false}
          autoComplete="off"
          maxLength={7}
          value={value}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-note`}
          onChange={event => onChange(event.target.value)}
        />
        {swatches.map(({ name, colour }) => (
          <button
            key={colour}
            type="button"
            className="swatch"
            style={{ background: colour }}
            aria-label={name}
            aria-pressed={colour === value.toLowerCase()}
            onClick={() => onChange(colour)}
          />
        ))}
      </div>
      <div id={`${id}-note`} className="field-note" aria-live="polite">
        {problem && <p className="problem">{problem}</p>}
      </div>
    </div>
  )
}
