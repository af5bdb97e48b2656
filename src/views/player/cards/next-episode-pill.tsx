import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import type { Player } from '../../../player/player.js'
import { useTranslation } from '../../app/scope.js'
import { ActionIcon } from '../../ui/icon/action-icon.js'
import { useReturnFocusOnUnmount } from '../use-focus-return.js'

interface Props {
  player: Player
  translate: PlayerTranslate
}

export function NextEpisodePill({ player, translate }: Props) {
  const { $isStaying, readAnnouncedNo } = player.nextEpisodeAutoplay
  useStore(player.$time)
  useStore(player.$isPlaying)
  useStore($isStaying)
  const no = readAnnouncedNo()
  return no !== undefined && <Pill player={player} no={no} translate={translate} />
}

function Pill({ player, no, translate }: Props & { no: number }) {
  const { text } = useTranslation()
  const pill = useRef<HTMLParagraphElement>(null)
  useReturnFocusOnUnmount(pill)
  return (
    <p className="next-episode" ref={pill} role="status">
      <button type="button" onClick={() => player.goToEpisode(1)}>
        {translate('nextUp', { episode: text('episodeShort', { no }) })}
      </button>
      <button
        type="button"
        className="next-episode-stay"
        aria-label={translate('stay')}
        onClick={player.nextEpisodeAutoplay.stay}
      >
        <ActionIcon name="close" />
      </button>
    </p>
  )
}
