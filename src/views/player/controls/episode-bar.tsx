import type { Drama } from '../../../../contract/drama.js'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import { Icon } from '../../ui/icon/icon.js'

interface Props {
  no: number
  drama: Drama | undefined
  say: PlayerTranslate
  onPick(): void
}

export function EpisodeBar({ no, drama, say, onPick }: Props) {
  if (!drama) return <div className="episode-bar" />
  const { episode_count: count, free_count } = drama
  const parts = [say('episodeOf', { no, count }), say('freeCount', { count: Math.min(free_count, count) })]
  return (
    <button type="button" className="episode-bar" onClick={onPick}>
      <span>{parts.join(' · ')}</span>
      <span className="episode-bar-hint">
        {say('episodes')}
        <Icon name="up" />
      </span>
    </button>
  )
}
