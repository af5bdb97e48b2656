import { Outline } from './icon.js'

const SOUND_PATH = 'M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11'
const MUTED_PATH = 'M4 9.5h3.5L12 5.5v13l-4.5-4H4zM16 9.5l5 5M21 9.5l-5 5'

export function SoundIcon({ isOn }: { isOn: boolean }) {
  return <Outline path={isOn ? SOUND_PATH : MUTED_PATH} />
}
