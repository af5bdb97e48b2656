import { type ReactNode, useId } from 'react'
import choicesCss from './radio-group.css'

export const css = choicesCss

export interface RadioOption {
  text: string
  isChosen: boolean
  onChoose(): void
}

interface Props {
  legend: string
  options: readonly RadioOption[]
  children?: ReactNode
}

export function RadioGroup({ legend, options, children }: Props) {
  const name = useId()
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      <div className="choice-chips">
        {options.map(({ text, isChosen, onChoose }) => (
          <label key={text}>
            <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  )
}
