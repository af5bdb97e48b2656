import { playerUrl } from '../../core/campaign/deep-link.js'
import { watchedPercent } from '../../core/format/watched-percent.js'
import { formatTimeAgo } from '../../core/i18n/time-ago.js'
import type { DatedEntry } from '../../core/library/dated-list.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import { Poster } from '../ui/drama/poster.js'
import { ActionIcon } from '../ui/icon/action-icon.js'
import { Icon } from '../ui/icon/icon.js'

interface Props {
  entry: DatedEntry
  now: number
  isSelected: boolean | undefined
  onSelect(dramaId: string): void
}

export function LibraryEntry({ entry: { drama, continueCard, at }, now, isSelected, onSelect }: Props) {
  const { app, preloadPage } = useScope()
  const { text } = useTranslation()
  const { ago } = usePriceAndDateFormat()
  const isEditing = isSelected !== undefined
  const open = () => void app.router.navigateTo({ url: playerUrl(drama.id, continueCard?.episode_no) })
  const percent = continueCard ? watchedPercent(continueCard) : 0
  return (
    <button
      type="button"
      className={continueCard ? 'library-line' : 'library-card'}
      {...(isEditing ? { role: 'checkbox', 'aria-checked': isSelected } : {})}
      onClick={() => (isEditing ? onSelect(drama.id) : open())}
      onPointerEnter={() => preloadPage('player')}
    >
      <span className="library-cover" style={{ backgroundColor: drama.colour }}>
        <Poster url={drama.cover_url} />
        {continueCard && (
          <span className="library-progress">
            <i style={{ width: `${percent}%` }} />
          </span>
        )}
        {isEditing && <span className="library-check">{isSelected && <ActionIcon name="done" />}</span>}
      </span>
      <span className="library-text">
        <strong>{drama.title}</strong>
        {continueCard ? (
          <>
            <span>{text('episodeOf', { no: continueCard.episode_no, count: drama.episode_count })}</span>
            <span className="visually-hidden">{text('progressSaved', { percent })}</span>
            <span>{formatTimeAgo(at, now, { text, ago })}</span>
          </>
        ) : (
          <span>{text('episodeCount', { count: drama.episode_count })}</span>
        )}
      </span>
      {continueCard && !isEditing && (
        <span className="library-play">
          <Icon name="play" isFilled />
        </span>
      )}
    </button>
  )
}
