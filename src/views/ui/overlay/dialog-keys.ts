import type { KeyboardEvent } from 'react'

/** What Tab stops at. */
const REACHABLE = ':is(button, input, select, textarea, a[href]):not(:disabled, [tabindex="-1"])'

/** The keys of a dialog: Escape closes it, Tab goes round in it, and the page around the app hears none of them. */
export function handleDialogKeys(event: KeyboardEvent, close: () => void): void {
  event.stopPropagation()
  if (event.key === 'Tab') keepFocus(event)
  if (event.key !== 'Escape') return
  event.preventDefault()
  close()
}

/** From the last control on to the first, and back. */
function keepFocus(event: KeyboardEvent): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(REACHABLE)]
  const edge = event.shiftKey ? buttons.at(0) : buttons.at(-1)
  const isOnTheWay = event.target !== edge && buttons.some(button => button === event.target)
  if (isOnTheWay) return
  event.preventDefault()
  const next = event.shiftKey ? buttons.at(-1) : buttons.at(0)
  next?.focus()
}
