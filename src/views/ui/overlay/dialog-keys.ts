import type { KeyboardEvent } from 'react'

const FOCUSABLE = ':is(button, input, select, textarea, a[href]):not(:disabled, [tabindex="-1"])'

export function handleDialogKeys(event: KeyboardEvent, close: () => void): void {
  event.stopPropagation()
  if (event.key === 'Tab') trapFocus(event)
  if (event.key !== 'Escape') return
  event.preventDefault()
  close()
}

function trapFocus(event: KeyboardEvent): void {
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const edge = event.shiftKey ? controls.at(0) : controls.at(-1)
  const isBeforeEdge = event.target !== edge && controls.some(control => control === event.target)
  if (isBeforeEdge) return
  event.preventDefault()
  const next = event.shiftKey ? controls.at(-1) : controls.at(0)
  next?.focus()
}
