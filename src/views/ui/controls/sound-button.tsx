import { useStore } from '@nanostores/react'
import type { PreviewPlayer } from '../../../player/preview-player.js'
import { useTranslation } from '../../app/scope.js'
import { SoundIcon } from '../icon/sound-icon.js'

export function SoundButton({ player: { $isMuted, toggleSound } }: { player: PreviewPlayer }) {
  const { text } = useTranslation()
  const isMuted = useStore($isMuted)
  return (
    <button type="button" className="sound-button" aria-label={text(isMuted ? 'unmute' : 'mute')} onClick={toggleSound}>
      <SoundIcon isOn={!isMuted} />
    </button>
  )
}
