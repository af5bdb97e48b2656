import { useStore } from '@nanostores/react'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import type { Player } from '../../../player/player.js'
import { Icon } from '../../ui/icon/icon.js'

export function PlayPrompt({ controller, translate }: { controller: Player; translate: PlayerTranslate }) {
  const sound = useStore(controller.$sound)
  const isPlaying = useStore(controller.$isPlaying)
  const { position } = useStore(controller.$time)
  const ending = useStore(controller.ending.$ending)
  const isHeld = useStore(controller.$heldRate) !== undefined
  if (isHeld || ending.state !== 'none') return null
  if (sound === 'refused' && isPlaying) {
    return (
      <button type="button" className="player-pill" onClick={controller.toggleSound}>
        <Icon name="muted" />
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
      onClick={controller.togglePlay}
    >
      <Icon name="play" isFilled />
    </button>
  )
}
