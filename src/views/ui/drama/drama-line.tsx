import { useEffect } from 'react'
import type { DramaCard } from '../../../../contract/drama.js'
import { playerUrl } from '../../../core/campaign/deep-link.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { HighlightedText } from './highlight.js'
import { Poster } from './poster.js'

export function DramaLine({ drama, keyword = '' }: { drama: DramaCard; keyword?: string }) {
  const { app, preloadPage, loadCoverMenu } = useScope()
  const { text, compact } = useTranslation()
  useEffect(loadCoverMenu, [loadCoverMenu])
  const facts = [
    !drama.tags.includes(drama.category) && drama.category,
    text('episodeCount', { count: drama.episode_count }),
    drama.is_finished && text('finished')
  ]
  return (
    <button
      type="button"
      className="drama-line"
      data-drama={drama.id}
      onClick={() => void app.router.navigateTo({ url: playerUrl(drama.id) })}
      onPointerEnter={() => preloadPage('player')}
    >
      <span className="drama-line-cover" style={{ backgroundColor: drama.colour }}>
        <Poster url={drama.cover_url} />
      </span>
      <span className="drama-line-text">
        <strong>
          <HighlightedText text={drama.title} keyword={keyword} />
        </strong>
        <span className="drama-line-facts">{facts.filter(Boolean).join(' · ')}</span>
        <span className="drama-line-tags">
          {drama.tags.slice(0, 3).map(tag => (
            <span key={tag}>
              <HighlightedText text={tag} keyword={keyword} />
            </span>
          ))}
        </span>
        {drama.play_count > 0 && (
          <span className="drama-line-plays">{text('playCount', { views: compact(drama.play_count) })}</span>
        )}
      </span>
    </button>
  )
}
