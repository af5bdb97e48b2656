import type { Drama } from '../../../../contract/drama.js'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import { ActionIcon } from '../../ui/icon/action-icon.js'

interface Props {
  no: number
  drama: Drama | undefined
  translate: PlayerTranslate
  onPick(): void
}

export function EpisodeBar({ no, drama, translate, onPick }: Props) {
  if (!drama) return <div className="episode-bar" />
  const { episode_count: count, free_count } = drama
  const parts = [translate('episodeOf', { no, count }), translate('freeCount', { count: Math.min(free_count, count) })]
  return (
    <button type="button" className="episode-bar" onClick={onPick}>
      <span>{parts.join(' · ')}</span>
      <span className="episode-bar-hint">
        {translate('episodes')}
        <ActionIcon name="up" />
      </span>
    </button>
  )
}
