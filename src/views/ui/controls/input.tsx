import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { toMaxLength, truncateText } from '../../../core/ui/text-limit.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { Icon } from '../icon/icon.js'
import inputCss from './input.css'

export const css = inputCss

const DEBOUNCE = 100

interface Props {
  label: string
  value: string
  /** Called 100 ms after the last key, and immediately on Enter, clear and blur. */
  onChange(value: string): void
  onSubmit?(value: string): void
  placeholder?: string
  /** In graphemes. 140 if absent or not a number. */
  maxLength?: number | string
  type?: 'text' | 'search'
  hasFocus?: boolean
}

/** Limits and reports the text of an IME composition only when the composition has ended. */
export function Input({ label, value, onChange, onSubmit, placeholder, maxLength, type = 'text', hasFocus }: Props) {
  const { text } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const isComposing = useRef(false)
  const [initial] = useState(value)
  const [isEmpty, setEmpty] = useState(value === '')
  const teller = useDebouncedChange(value, onChange)

  const write = (next: string, caret?: number) => {
    if (!field.current) return
    field.current.value = next
    if (caret !== undefined) field.current.setSelectionRange(caret, caret)
    setEmpty(next === '')
  }
  const take = (event: FormEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    setEmpty(input.value === '')
    if (isComposing.current) return
    const limited = truncateText(input.value, input.selectionStart ?? input.value.length, toMaxLength(maxLength))
    if (limited.text !== input.value) write(limited.text, limited.caret)
    teller.tellSoon(limited.text)
  }
  const finish = (event: FormEvent<HTMLInputElement>) => {
    isComposing.current = false
    take(event)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // The host page sees the element as the target, not a field, so its shortcuts would react.
    event.stopPropagation()
    // Enter that ends an IME composition. Safari marks it only by keyCode 229.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return
    teller.tellNow()
    onSubmit?.(event.currentTarget.value)
  }
  const clear = () => {
    isComposing.current = false
    write('')
    teller.tellSoon('')
    teller.tellNow()
    field.current?.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: writes only values that were set from outside
  useEffect(() => {
    if (teller.isNews(value)) write(value)
  }, [value])
  // Before paint, so that keys typed right away arrive in the field.
  useLayoutEffect(() => {
    if (hasFocus) field.current?.focus({ preventScroll: true })
  }, [hasFocus])

  return (
    <div className="input" part="input">
      <input
        ref={field}
        type={type}
        aria-label={label}
        placeholder={placeholder}
        defaultValue={initial}
        autoComplete="off"
        enterKeyHint={type === 'search' ? 'search' : 'done'}
        onInput={take}
        onCompositionStart={() => {
          isComposing.current = true
        }}
        onCompositionEnd={finish}
        onBlur={teller.tellNow}
        onKeyDown={press}
        onKeyUp={event => event.stopPropagation()}
      />
      {!isEmpty && (
        <button type="button" aria-label={text('clearText')} onClick={clear}>
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}

function useDebouncedChange(value: string, onChange: (value: string) => void) {
  const { app } = useScope()
  const listener = useRef(onChange)
  listener.current = onChange
  const [teller] = useState(() => {
    let told = value
    let written = value
    let cancel: () => void = () => undefined
    const tellNow = () => {
      cancel()
      if (written === told) return
      told = written
      listener.current(told)
    }
    return {
      tellNow,
      tellSoon(next: string) {
        cancel()
        written = next
        cancel = app.environment.clock.setTimer(DEBOUNCE, tellNow)
      },
      /** True if the value was set from outside; a pending report is then dropped. */
      isNews(next: string) {
        if (next === told) return false
        cancel()
        told = next
        written = next
        return true
      },
      stop: () => cancel()
    }
  })
  useEffect(() => teller.stop, [teller])
  return teller
}
