import { Outline } from './icon.js'

/** Outlines on a 24 px grid, drawn for this app: those that only lists of places to go to have. */
const shapes = {
  pencil: 'm4.5 19.5.9-4L15.7 5.2a1.8 1.8 0 0 1 2.6 0l.5.5a1.8 1.8 0 0 1 0 2.6L8.5 18.6zM14 7l3 3',
  coin: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm0 4.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z',
  crown: 'M4 17.5 3 7.5l5 4 4-6.5 4 6.5 5-4-1 10zM4.5 20.5h15',
  gift: 'M4 9h16v3.5H4zM5.5 12.5h13v8h-13zM12 9v11.5M12 9C9 9 7.5 7.8 7.5 6.2S10.5 3.5 12 9c1.5-5.5 4.5-4.4 4.5-2.8S15 9 12 9',
  wallet:
    'M5 6.5h12.5A1.5 1.5 0 0 1 19 8v1.5h.5A1.5 1.5 0 0 1 21 11v6.5a1.5 1.5 0 0 1-1.5 1.5H5a2 2 0 0 1-2-2v-8.5a2 2 0 0 1 2-2ZM16.5 14.2h.01',
  globe: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM3.8 12h16.4M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17',
  message:
    'M5.5 5h13A1.5 1.5 0 0 1 20 6.5v9a1.5 1.5 0 0 1-1.5 1.5H11l-4.5 3.5V17h-1A1.5 1.5 0 0 1 4 15.5v-9A1.5 1.5 0 0 1 5.5 5Z',
  unlock:
    'M6.5 10.5h11A1.5 1.5 0 0 1 19 12v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-7a1.5 1.5 0 0 1 1.5-1.5ZM8 10.5V8a4 4 0 0 1 7.6-1.7M12 14.5v2',
  limit: 'M4.5 17.5a8.5 8.5 0 1 1 15 0M12 14l3.5-4.5M12 14h.01M4.5 20.5h15',
  key: 'M8.5 11.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM11.5 12.6 19.5 4.5M16 8l3 3',
  save: 'M12 4v10.5M7.5 10.5 12 15l4.5-4.5M4.5 19.5h15',
  leave: 'M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10 12h10M16.5 8.5 20 12l-3.5 3.5',
  bin: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 11.7a1 1 0 0 0 1 .8h7.4a1 1 0 0 0 1-.8L17.5 7M10 11v4.5M14 11v4.5',
  about: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11v5M12 8h.01',
  forward: 'm9.5 5 7 7-7 7'
} as const

export type MenuIconName = keyof typeof shapes

export function MenuIcon({ name }: { name: MenuIconName }) {
  return <Outline path={shapes[name]} />
}
