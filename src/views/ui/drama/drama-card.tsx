import { memo, useEffect } from 'react'
import type { ContinueCard, DramaCard } from '../../../../contract/drama.js'
import { playerUrl } from '../../../core/campaign/deep-link.js'
import { watchedPercent } from '../../../core/format/watched-percent.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { Poster } from './poster.js'

interface Props {
  drama: DramaCard
  continueCard?: ContinueCard
  /** Leaves the cover out, so that a fast scroll fetches no images. */
  isScrolling?: boolean
}

export const DramaCardView = memo(function DramaCardView({ drama, continueCard, isScrolling = false }: Props) {
  const { app, preloadPage, loadCoverMenu } = useScope()
  const { text } = useTranslation()
  useEffect(loadCoverMenu, [loadCoverMenu])
  const open = () => void app.router.navigateTo({ url: playerUrl(drama.id, continueCard?.episode_no) })
  const percent = continueCard ? watchedPercent(continueCard) : 0
  return (
    <button
      type="button"
      className="card"
      part="card"
      data-drama={drama.id}
      onClick={open}
      onPointerEnter={() => preloadPage('player')}
    >
      <span className="card-cover">
        {!isScrolling && <Poster url={drama.cover_url} />}
        {continueCard && (
          <span className="badge" part="badge">
            {text('episodeShort', { no: continueCard.episode_no })}
          </span>
        )}
        {!continueCard && drama.is_finished && (
          <span className="badge" part="badge">
            {text('finished')}
          </span>
        )}
        {continueCard && (
          <span className="card-progress">
            <i style={{ width: `${percent}%` }} />
            <span className="visually-hidden">{text('progressSaved', { percent })}</span>
          </span>
        )}
      </span>
      <span className="card-title">{drama.title}</span>
      {!continueCard && <span className="card-meta">{text('episodeCount', { count: drama.episode_count })}</span>}
    </button>
  )
})
