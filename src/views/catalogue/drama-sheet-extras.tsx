// Chunk: what moves and what is long in the drama sheet. Loaded once its first screen is drawn.
import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { DramaDetail } from '../../../contract/drama.js'
import { createDramaEpisodes, type DramaEpisodes } from '../../core/catalogue/drama-episodes.js'
import { observeVisibility } from '../../dom/visibility-observer.js'
import { createPreviewPlayer } from '../../player/preview-player.js'
import { useScope } from '../app/scope.js'
import { usePageModel } from '../app/use-page-model.js'
import { EpisodeRanges, css as episodesCss } from '../player/episodes/episode-list.js'
import { usePlayerMessages } from '../player/use-player-messages.js'
import soundCss from '../ui/controls/sound-button.css'
import { SoundButton } from '../ui/controls/sound-button.js'
import { FailureView } from '../ui/status/notice.js'
import { canPlayPreview } from './use-feed-visible.js'

export const css = episodesCss + soundCss

interface Props {
  detail: DramaDetail
  media: RefObject<HTMLDivElement | null>
  onPick(no: number): void
}

export function DramaSheetExtras({ detail: { drama, progress }, media, onPick }: Props) {
  const { app } = useScope()
  const model = usePageModel(() => createDramaEpisodes(app, drama.id))
  const translate = usePlayerMessages(true)
  const loadable = useStore(model.episodes.$loadable)
  const current = useRef<HTMLButtonElement>(null)
  return (
    <>
      {media.current && createPortal(<Trailer model={model} media={media} />, media.current)}
      {loadable.state === 'failed' && <FailureView failure={loadable.failure} onRetry={model.reload} />}
      {loadable.state === 'ready' && translate && (
        <>
          <h3>{translate('episodes')}</h3>
          <EpisodeRanges
            list={loadable.value.list}
            no={progress?.episode_no ?? 1}
            current={current}
            translate={translate}
            onPick={onPick}
          />
        </>
      )}
    </>
  )
}

/** The first episode in place of the picture, without sound until the viewer wants it. */
function Trailer({ model, media }: { model: DramaEpisodes; media: RefObject<HTMLDivElement | null> }) {
  const { app, root } = useScope()
  const { preview } = model
  const player = usePageModel(() => createPreviewPlayer(preview, root.ownerDocument))
  const picture = useStore(player.$playback)
  const frame = useRef<HTMLDivElement>(null)
  const video = picture?.video
  useEffect(() => {
    if (video) frame.current?.append(video)
    return () => video?.remove()
  }, [video])
  useEffect(() => {
    const element = media.current
    if (!element) return
    const listeners = new AbortController()
    const { visibility } = app.environment
    let isOnScreen = false
    const update = () => preview.setActive(isOnScreen && visibility.isVisible() && canPlayPreview())
    const onVisibility = (isInViewport: boolean) => {
      isOnScreen = isInViewport
      update()
    }
    observeVisibility(element, onVisibility, listeners.signal)
    visibility.onChange(update, listeners.signal)
    return () => {
      listeners.abort()
      preview.setActive(false)
    }
  }, [app, media, preview])
  return (
    <>
      <div className="drama-trailer" ref={frame} data-shown={picture?.hasFrame ? '' : undefined} aria-hidden="true" />
      {picture?.hasFrame && <SoundButton player={player} />}
    </>
  )
}
