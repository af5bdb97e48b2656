import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string
  attribute: string
  value: string
  problem: string | undefined
  hint?: ReactNode
  report?: ReactNode
  onChange(value: string): void
}

export function TextField({ label, attribute, problem, hint, report, onChange, ...input }: TextFieldProps) {
  const id = useId()
  const note = `${id}-note`
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} <code>{attribute}</code>
      </label>
      <input
        {...input}
        id={id}
        type="text"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        aria-invalid={problem !== undefined}
        aria-describedby={note}
        onChange={event => onChange(event.target.value)}
      />
      <div id={note} className="field-note" aria-live="polite">
        {problem ? <p className="problem">{problem}</p> : hint && <p>{hint}</p>}
        {problem && report}
      </div>
    </div>
  )
}
