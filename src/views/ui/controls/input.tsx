import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { toMaxLength, truncateText } from '../../../core/ui/text-limit.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { ActionIcon } from '../icon/action-icon.js'
import inputCss from './input.css'
import { isSubmitKey } from './submit-key.js'

export const css = inputCss

const DEBOUNCE_MS = 100

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
  const { app } = useScope()
  const field = useRef<HTMLInputElement>(null)
  const isComposing = useRef(false)
  const [initial] = useState(value)
  const [isEmpty, setEmpty] = useState(value === '')
  const reporter = useDebouncedChange(value, onChange)

  const write = (next: string, caret?: number) => {
    if (!field.current) return
    field.current.value = next
    if (caret !== undefined) field.current.setSelectionRange(caret, caret)
    setEmpty(next === '')
  }
  const onInput = (event: FormEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    setEmpty(input.value === '')
    if (isComposing.current) return
    const limited = truncateText(input.value, input.selectionStart ?? input.value.length, toMaxLength(maxLength))
    if (limited.text !== input.value) write(limited.text, limited.caret)
    reporter.schedule(limited.text)
  }
  const onCompositionEnd = (event: FormEvent<HTMLInputElement>) => {
    isComposing.current = false
    onInput(event)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The host page sees the element as the target, not a field, so its shortcuts would react.
    event.stopPropagation()
    if (!isSubmitKey(event)) return
    reporter.flush()
    onSubmit?.(event.currentTarget.value)
  }
  const clear = () => {
    isComposing.current = false
    write('')
    reporter.schedule('')
    reporter.flush()
    field.current?.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: writes only values that were set from outside
  useEffect(() => {
    if (reporter.acceptExternal(value)) write(value)
  }, [value])
  // WebKit empties a field without autocomplete when its page comes back from the back/forward cache.
  useEffect(() => {
    const lifetime = new AbortController()
    app.environment.onPageHide(() => field.current?.removeAttribute('autocomplete'), lifetime.signal)
    return () => lifetime.abort()
  }, [app])
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
        onFocus={event => {
          event.currentTarget.autocomplete = 'off'
        }}
        onInput={onInput}
        onCompositionStart={() => {
          isComposing.current = true
        }}
        onCompositionEnd={onCompositionEnd}
        onBlur={reporter.flush}
        onKeyDown={onKeyDown}
        onKeyUp={event => event.stopPropagation()}
      />
      {!isEmpty && (
        <button type="button" aria-label={text('clearText')} onClick={clear}>
          <ActionIcon name="close" />
        </button>
      )}
    </div>
  )
}

function useDebouncedChange(value: string, onChange: (value: string) => void) {
  const { app } = useScope()
  const listener = useRef(onChange)
  listener.current = onChange
  const [reporter] = useState(() => {
    let reported = value
    let pending = value
    let cancel: () => void = () => undefined
    const flush = () => {
      cancel()
      if (pending === reported) return
      reported = pending
      listener.current(reported)
    }
    return {
      flush,
      schedule(next: string) {
        cancel()
        pending = next
        cancel = app.environment.clock.setTimer(DEBOUNCE_MS, flush)
      },
      /** True if the value was set from outside; a pending report is then dropped. */
      acceptExternal(next: string) {
        if (next === reported) return false
        cancel()
        reported = next
        pending = next
        return true
      },
      stop: () => cancel()
    }
  })
  useEffect(() => reporter.stop, [reporter])
  return reporter
}
