import { type KeyboardEvent, useRef } from 'react'

interface Props<Id extends string> {
  label: string
  options: readonly { id: Id; text: string }[]
  current: Id
  onChange(id: Id): void
}

export function SegmentedControl<Id extends string>({ label, options, current, onChange }: Props<Id>) {
  const list = useRef<HTMLDivElement>(null)
  const press = (event: KeyboardEvent) => {
    const index = options.findIndex(({ id }) => id === current)
    const next = options[nextIndex(event.key, index, options.length)]
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    onChange(next.id)
    list.current?.querySelectorAll('button')[options.indexOf(next)]?.focus()
  }
  return (
    <div className="segments" role="tablist" aria-label={label} ref={list} onKeyDown={press}>
      {options.map(({ id, text }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === current}
          tabIndex={id === current ? 0 : -1}
          onClick={() => onChange(id)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}

/** Wraps around at both ends. -1 for other keys. */
function nextIndex(key: string, index: number, count: number): number {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : -1
}
