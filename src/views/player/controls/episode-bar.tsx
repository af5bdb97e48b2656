import { useStore } from '@nanostores/react'
import type { Drama } from '../../../../contract/drama.js'
import { readyValue } from '../../../core/loading/loadable.js'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import type { PlayerPage } from '../../../core/playback/player-page.js'
import { ActionIcon } from '../../ui/icon/action-icon.js'

interface Props {
  page: PlayerPage
  no: number
  drama: Drama | undefined
  translate: PlayerTranslate
  onPick(): void
}

export function EpisodeBar({ page, no, drama, translate, onPick }: Props) {
  const episodes = readyValue(useStore(page.episodes.$loadable))?.list
  if (!drama) return <div className="episode-bar" />
  const { episode_count: count, free_count } = drama
  const isVip = episodes?.some(({ state }) => state === 'pass')
  const access = isVip ? 'VIP' : translate('freeCount', { count: Math.min(free_count, count) })
  return (
    <button type="button" className="episode-bar" onClick={onPick}>
      <span>{`${translate('episodeOf', { no, count })} · ${access}`}</span>
      <span className="episode-bar-hint">
        {translate('episodes')}
        <ActionIcon name="up" />
      </span>
    </button>
  )
}
