import { memo, useEffect } from 'react'
import type { DramaCard } from '../../../../contract/drama.js'
import { playerUrl } from '../../../core/campaign/deep-link.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { Poster } from './poster.js'

interface Props {
  drama: DramaCard
  /** Leaves the cover out, so that a fast scroll fetches no images. */
  isScrolling?: boolean
}

export const DramaCardView = memo(function DramaCardView({ drama, isScrolling = false }: Props) {
  const { app, preloadPage, loadCoverMenu } = useScope()
  const { text } = useTranslation()
  useEffect(loadCoverMenu, [loadCoverMenu])
  const open = () => void app.router.navigateTo({ url: playerUrl(drama.id) })
  return (
    <button
      type="button"
      className="card"
      part="card"
      data-drama={drama.id}
      onClick={open}
      onPointerEnter={() => preloadPage('player')}
    >
      <span className="card-title">{drama.title}</span>
      <span className="card-meta">{text('episodeCount', { count: drama.episode_count })}</span>
      <span className="card-cover" style={{ backgroundColor: drama.colour }}>
        {!isScrolling && <Poster url={drama.cover_url} />}
        {(drama.is_new || drama.is_finished) && (
          <span className="badge" part="badge" data-new={drama.is_new}>
            {text(drama.is_new ? 'isNew' : 'finished')}
          </span>
        )}
        {drama.free_count > 0 && (
          <span className="badge" part="badge" data-free="">
            {text('freeCount', { count: Math.min(drama.free_count, drama.episode_count) })}
          </span>
        )}
      </span>
    </button>
  )
})
