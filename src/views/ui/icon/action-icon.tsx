import { Outline } from './icon.js'

const shapes = {
  lock: 'M6.5 10.5h11a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-7a1.5 1.5 0 0 1 1.5-1.5ZM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5',
  up: 'm5 15 7-7 7 7',
  down: 'm5 9 7 7 7-7',
  done: 'm5 12.5 4.7 4.7L19 7.5',
  close: 'm6 6 12 12M18 6 6 18',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11.2v5M12 8h.01',
  heart: 'M12 20s-7.8-4.7-7.8-10.5A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 7.8 2.5C19.800 15.300 12 20 12 20Z'
} as const

export type ActionIconName = keyof typeof shapes

export function ActionIcon({ name, isFilled = false }: { name: ActionIconName; isFilled?: boolean }) {
  return <Outline path={shapes[name]} isFilled={isFilled} />
}
