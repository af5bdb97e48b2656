import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { FeedEntry } from '../../../../contract/browse.js'
import { playerUrl } from '../../../core/campaign/deep-link.js'
import { getOrCreateFavorites } from '../../../core/library/favorites.js'
import type { PreviewPlayer } from '../../../player/preview-player.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { SoundButton } from '../controls/sound-button.js'
import { ActionIcon } from '../icon/action-icon.js'
import { Icon } from '../icon/icon.js'
import { FactsLine } from './facts-line.js'
import { Poster } from './poster.js'

const SHOWN_TAGS = 3

interface Props {
  entry: FeedEntry
  isEager: boolean
  picture: { video: HTMLVideoElement; hasFrame: boolean } | undefined
  previewPlayer: PreviewPlayer
}

export function FeedCard({ entry: { drama, episode, is_favorite }, isEager, picture, previewPlayer }: Props) {
  const { app, preloadPage } = useScope()
  const { text } = useTranslation()
  const isFavorite = useStore(getOrCreateFavorites(app).$changes).get(drama.id) ?? is_favorite
  const title = useId()
  const watch = () => {
    const seconds = picture?.hasFrame ? Math.floor(picture.video.currentTime) : 0
    void app.router.navigateTo({ url: playerUrl(drama.id, episode.no, seconds) })
  }
  const facts = [
    drama.tags.slice(0, SHOWN_TAGS).includes(drama.category) ? '' : drama.category,
    text('episodeCount', { count: drama.episode_count })
  ]
  return (
    <article className="feed-card" aria-labelledby={title}>
      <PictureFrame video={picture?.video} colour={drama.colour}>
        <span className="feed-poster" data-gone={picture?.hasFrame ? '' : undefined}>
          <Poster url={drama.banner_url} isEager={isEager} />
        </span>
      </PictureFrame>
      <div className="feed-text">
        <div className="feed-top">
          <p className="feed-tags">
            {drama.tags.slice(0, SHOWN_TAGS).map(tag => (
              <span key={tag}>{tag}</span>
            ))}
          </p>
          {picture?.hasFrame && <SoundButton player={previewPlayer} />}
        </div>
        <h2 id={title}>{drama.title}</h2>
        <FactsLine className="feed-facts" facts={facts} plays={drama.play_count} />
        <p className="feed-synopsis">{drama.synopsis}</p>
        <div className="feed-actions">
          <button
            type="button"
            className="button primary"
            part="button"
            onClick={watch}
            onPointerEnter={() => preloadPage('player')}
          >
            <Icon name="play" isFilled />
            {text('watchNow')}
          </button>
          <button
            type="button"
            className="feed-round"
            data-kept={isFavorite ? '' : undefined}
            aria-label={text(isFavorite ? 'favoriteKept' : 'favoriteAdd')}
            onClick={() => void getOrCreateFavorites(app).set(drama.id, !isFavorite).catch(app.showError)}
          >
            <ActionIcon name="heart" isFilled={isFavorite} />
          </button>
          <button
            type="button"
            className="feed-round"
            aria-label={text('aboutDrama')}
            onClick={() => app.dramaSheet.open(drama.id)}
          >
            <ActionIcon name="info" />
          </button>
        </div>
      </div>
    </article>
  )
}

interface PictureFrameProps {
  video: HTMLVideoElement | undefined
  colour: string
  children: ReactNode
}

function PictureFrame({ video, colour, children }: PictureFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (video) frame.current?.prepend(video)
    return () => video?.remove()
  }, [video])
  return (
    <div className="feed-picture" style={{ backgroundColor: colour }} ref={frame} aria-hidden="true">
      {children}
    </div>
  )
}
