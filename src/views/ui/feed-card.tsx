import { useId } from 'react'
import type { FeedEntry } from '../../../contract/browse.js'
import { playUrl } from '../../core/start.js'
import { useScope, useTranslation } from '../context.js'
import { Icon } from './icon.js'
import { Poster } from './poster.js'

interface Props {
  entry: FeedEntry
  isEager: boolean
  isKept: boolean
  onKeep(isKept: boolean): void
}

/** A drama to be met by its first episode: as large as the screen, with the way in. */
export function FeedCard({ entry: { drama, episode }, isEager, isKept, onKeep }: Props) {
  const { app, warmPage } = useScope()
  const { text, compact } = useTranslation()
  const title = useId()
  const facts = [
    drama.category,
    text('episodeCount', { count: drama.episode_count }),
    drama.play_count > 0 && compact(drama.play_count)
  ]
  return (
    <article className="feed-card" aria-labelledby={title} style={{ backgroundColor: drama.colour }}>
      <Poster url={drama.banner_url} isEager={isEager} />
      <div className="feed-text">
        <p className="feed-tags">
          {drama.tags.slice(0, 3).map(tag => (
            <span key={tag}>{tag}</span>
          ))}
        </p>
        <h2 id={title}>{drama.title}</h2>
        <p className="feed-facts">{facts.filter(Boolean).join(' · ')}</p>
        <p className="feed-synopsis">{drama.synopsis}</p>
        <div className="feed-actions">
          <button
            type="button"
            className="button primary"
            onClick={() => void app.router.navigateTo({ url: playUrl(drama.id, episode.no) })}
            onPointerEnter={() => warmPage('play')}
          >
            <Icon name="play" isFilled />
            {text('watchNow')}
          </button>
          <button
            type="button"
            className="feed-round"
            data-kept={isKept ? '' : undefined}
            aria-label={text(isKept ? 'favoriteKept' : 'favoriteAdd')}
            onClick={() => onKeep(!isKept)}
          >
            <Icon name="heart" isFilled={isKept} />
          </button>
          <button
            type="button"
            className="feed-round"
            aria-label={text('aboutDrama')}
            onClick={() => app.dramaSheet.open(drama.id)}
          >
            <Icon name="info" />
          </button>
        </div>
      </div>
    </article>
  )
}
