import type { KeyboardEvent } from 'react'
import type { Equipment } from './system-controls.js'

type Action = (equipment: Equipment) => void

const actions: Record<string, Action> = {
  '<': ({ changeRate }) => changeRate(-1),
  '>': ({ changeRate }) => changeRate(1),
  c: ({ toggleCaptions }) => toggleCaptions(),
  f: ({ fullScreen }) => fullScreen.toggle(),
  p: ({ toggleFloating }) => toggleFloating()
}

/** Whether the key means something besides what it means in every player; those with a modifier are left alone. */
export function pressEquipment(event: KeyboardEvent, equipment: Equipment): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const { fullScreen, page } = equipment
  const isLeaving = event.key === 'Escape' && fullScreen.$isOn.get()
  const action = isLeaving ? fullScreen.leave : actions[event.key.toLowerCase()]
  if (!action || (!isLeaving && page.$play.get().state !== 'playing')) return false
  event.preventDefault()
  if (!event.repeat) action(equipment)
  return true
}
