import { useStore } from '@nanostores/react'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import type { Player } from '../../../player/player.js'
import { Icon } from '../../ui/icon/icon.js'
import { SoundIcon } from '../../ui/icon/sound-icon.js'

export function PlayPrompt({ player, translate }: { player: Player; translate: PlayerTranslate }) {
  const sound = useStore(player.$sound)
  const isPlaying = useStore(player.$isPlaying)
  const { position } = useStore(player.$time)
  const ending = useStore(player.nextEpisodeAutoplay.$ending)
  const isHeld = useStore(player.$heldRate) !== undefined
  if (isHeld || ending.state !== 'none') return null
  if (sound === 'refused' && isPlaying) {
    return (
      <button type="button" className="player-pill" onClick={player.toggleSound}>
        <SoundIcon isOn={false} />
        {translate('tapForSound')}
      </button>
    )
  }
  if (sound !== 'blocked' && (isPlaying || position === 0)) return null
  return (
    <button
      type="button"
      className="player-start"
      aria-label={translate(sound === 'blocked' ? 'tapToPlay' : 'play')}
      onClick={player.togglePlay}
    >
      <Icon name="play" isFilled />
    </button>
  )
}
