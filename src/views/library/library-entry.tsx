import { playerUrl } from '../../core/campaign/deep-link.js'
import { formatTimeAgo } from '../../core/format/time-ago.js'
import type { DatedEntry } from '../../core/library/dated-list.js'
import { useScope, useTranslation } from '../app/scope.js'
import { Poster } from '../ui/drama/poster.js'
import { Icon } from '../ui/icon/icon.js'

interface Props {
  entry: DatedEntry
  now: number
  isChosen: boolean | undefined
  onChoose(dramaId: string): void
}

export function LibraryEntry({ entry: { drama, stop, at }, now, isChosen, onChoose }: Props) {
  const { app, preloadPage } = useScope()
  const translation = useTranslation()
  const { text } = translation
  const isEditing = isChosen !== undefined
  const open = () => void app.router.navigateTo({ url: playerUrl(drama.id, stop?.episode_no) })
  const share = stop && stop.duration_s > 0 ? Math.min(100, Math.round((stop.position_s / stop.duration_s) * 100)) : 0
  return (
    <button
      type="button"
      className={stop ? 'record-line' : 'record-card'}
      {...(isEditing ? { role: 'checkbox', 'aria-checked': isChosen } : {})}
      onClick={() => (isEditing ? onChoose(drama.id) : open())}
      onPointerEnter={() => preloadPage('play')}
    >
      <span className="record-cover">
        <Poster url={drama.cover_url} />
        {stop && (
          <span className="record-progress">
            <i style={{ width: `${share}%` }} />
          </span>
        )}
        {isEditing && <span className="record-check">{isChosen && <Icon name="done" />}</span>}
      </span>
      <span className="record-text">
        <strong>{drama.title}</strong>
        {stop ? (
          <>
            <span>{text('episodeOf', { no: stop.episode_no, count: drama.episode_count })}</span>
            <span className="visually-hidden">{text('progressSaved', { percent: share })}</span>
            <span>{formatTimeAgo(at, now, translation)}</span>
          </>
        ) : (
          <span>{text('episodeCount', { count: drama.episode_count })}</span>
        )}
      </span>
      {stop && !isEditing && (
        <span className="record-play">
          <Icon name="play" isFilled />
        </span>
      )}
    </button>
  )
}
