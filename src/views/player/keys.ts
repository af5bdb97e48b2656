import type { KeyboardEvent } from 'react'
import type { Controller } from './controls.js'

interface Hands {
  controller: Controller
  turn(direction: 1 | -1): void
  back(): void
}

type Action = (hands: Hands) => void

const skip = (seconds: number): Action => {
  return ({ controller }) => {
    const { position, duration } = controller.$time.get()
    controller.seek(Math.min(Math.max(0, position + seconds), Math.max(0, duration - 1)))
  }
}

const actions: Record<string, Action> = {
  ArrowDown: ({ turn }) => turn(1),
  PageDown: ({ turn }) => turn(1),
  ArrowUp: ({ turn }) => turn(-1),
  PageUp: ({ turn }) => turn(-1),
  ArrowLeft: skip(-5),
  ArrowRight: skip(5),
  j: skip(-10),
  l: skip(10),
  ' ': ({ controller }) => controller.togglePlay(),
  k: ({ controller }) => controller.togglePlay(),
  m: ({ controller }) => controller.toggleSound(),
  Escape: ({ back }) => back()
}

/** What a key means in the player; keys that a focused control needs, and those with a modifier, are left alone. */
export function keyAction(event: KeyboardEvent): Action | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  const focused = event.target instanceof HTMLElement ? event.target.localName : ''
  if (focused === 'input' && event.key.startsWith('Arrow')) return undefined
  if (focused === 'button' && (event.key === ' ' || event.key === 'Enter')) return undefined
  return actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
}
