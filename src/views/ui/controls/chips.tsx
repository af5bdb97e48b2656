import { useLayoutEffect, useRef } from 'react'

interface Props<Id extends string> {
  label: string
  options: readonly { id: Id; text: string }[]
  current: Id
  onChange(id: Id): void
  kind?: 'plate' | 'plain'
}

export function Chips<Id extends string>({ label, options, current, onChange, kind = 'plate' }: Props<Id>) {
  const track = useRef<HTMLFieldSetElement>(null)
  const index = options.findIndex(({ id }) => id === current)
  useLayoutEffect(() => {
    const row = track.current
    const chip = row?.children[index]
    // Not scrollIntoView, which would scroll the host page too.
    if (row && chip instanceof HTMLElement)
      row.scrollTo({ left: chip.offsetLeft - (row.clientWidth - chip.offsetWidth) / 2 })
  }, [index])
  return (
    <fieldset className="chips" data-kind={kind} aria-label={label} ref={track}>
      {options.map(({ id, text }) => (
        <button key={id} type="button" aria-pressed={id === current} onClick={() => onChange(id)}>
          {text}
        </button>
      ))}
    </fieldset>
  )
}
