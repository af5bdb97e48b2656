import type { KeyboardEvent } from 'react'

const REACHABLE = ':is(button, input, select, textarea, a[href]):not(:disabled, [tabindex="-1"])'

export function handleDialogKeys(event: KeyboardEvent, close: () => void): void {
  event.stopPropagation()
  if (event.key === 'Tab') keepFocus(event)
  if (event.key !== 'Escape') return
  event.preventDefault()
  close()
}

function keepFocus(event: KeyboardEvent): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(REACHABLE)]
  const edge = event.shiftKey ? buttons.at(0) : buttons.at(-1)
  const isOnTheWay = event.target !== edge && buttons.some(button => button === event.target)
  if (isOnTheWay) return
  event.preventDefault()
  const next = event.shiftKey ? buttons.at(-1) : buttons.at(0)
  next?.focus()
}
