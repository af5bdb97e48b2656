import { Outline } from '../ui/icon/icon.js'

/** Outlines on a 24 px grid, drawn for this app: those that only the player has. */
const shapes = {
  captions:
    'M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5ZM6.5 14h5M14 14h3.5M6.5 10.5h2.5M11 10.5h6.5',
  settings: 'M4 6.5h9M17 6.5h3M15 4.5v4M4 12h3M11 12h9M9 10v4M4 17.5h9M17 17.5h3M15 15.5v4',
  fullScreen:
    'M4 9V5.5A1.5 1.5 0 0 1 5.5 4H9M15 4h3.5A1.5 1.5 0 0 1 20 5.5V9M20 15v3.5a1.5 1.5 0 0 1-1.5 1.5H15M9 20H5.5A1.5 1.5 0 0 1 4 18.5V15',
  leaveFullScreen:
    'M9 4v3.5A1.5 1.5 0 0 1 7.5 9H4M20 9h-3.5A1.5 1.5 0 0 1 15 7.5V4M15 20v-3.5a1.5 1.5 0 0 1 1.5-1.5H20M4 15h3.5A1.5 1.5 0 0 1 9 16.5V20',
  pictureInPicture:
    'M20.5 10.5V7A1.5 1.5 0 0 0 19 5.5H5A1.5 1.5 0 0 0 3.5 7v10A1.5 1.5 0 0 0 5 18.5h5M13.5 13.5h7v5.5h-7z',
  faster: 'M4 6.5v11l7-5.5zM12.5 6.5v11l7-5.5z'
} as const

export type PlayerIconName = keyof typeof shapes

export function PlayerIcon({ name }: { name: PlayerIconName }) {
  return <Outline path={shapes[name]} isFilled={name === 'faster'} />
}
