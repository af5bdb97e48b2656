import { type InputHTMLAttributes, type RefObject, useId, useLayoutEffect } from 'react'
import { useScope } from '../app/scope.js'
import { isHostPageUnfocused } from '../ui/overlay/is-host-page-unfocused.js'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'onInput'> {
  label: string
  field: RefObject<HTMLInputElement | null>
  value: string
  problem: string | undefined
  onInput(text: string): void
}

export function FormField({ label, field, problem, className = '', onInput, ...input }: Props) {
  const { root } = useScope()
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses the field again when its value is rejected
  useLayoutEffect(() => {
    if (isHostPageUnfocused(root)) field.current?.focus({ preventScroll: true })
  }, [root, field, problem])
  return (
    <label className={`account-field ${className}`}>
      <span>{label}</span>
      <input
        {...input}
        ref={field}
        spellCheck={false}
        autoCorrect="off"
        autoCapitalize={input.autoCapitalize ?? 'none'}
        aria-invalid={problem !== undefined}
        aria-describedby={id}
        onChange={event => onInput(event.currentTarget.value)}
      />
      <span className="account-problem" id={id} role="alert">
        {problem}
      </span>
    </label>
  )
}
