import { useStore } from '@nanostores/react'
import type { DramaDetail } from '../../../../contract/drama.js'
import { getOrCreateFavorites } from '../../../core/library/favorites.js'
import { vibrate } from '../../../dom/vibrate.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { ActionIcon } from '../../ui/icon/action-icon.js'
import type { ControlProps } from '../control-props.js'
import { PlayerIcon } from '../player-icons.js'
import { shareEpisode } from '../share-episode.js'

export function ActionRail({ page, drama, uiState, translate }: ControlProps) {
  const scope = useScope()
  const { app } = scope
  const detail = useStore(page.detail.$loadable)
  return (
    <div className="rail">
      {detail.state === 'ready' ? <FavoriteAction detail={detail.value} /> : <i className="rail-place" />}
      <button type="button" className="rail-episodes" onClick={() => uiState.$sheet.set('episodes')}>
        <PlayerIcon name="episodes" />
        <span>{translate('episodes')}</span>
      </button>
      <button
        type="button"
        onClick={() => void shareEpisode(scope, page, drama, translate, uiState).catch(app.showError)}
      >
        <PlayerIcon name="share" />
        <span>{translate('share')}</span>
      </button>
      <button type="button" onClick={() => uiState.$sheet.set('more')}>
        <PlayerIcon name="more" />
        <span>{translate('moreActions')}</span>
      </button>
    </div>
  )
}

function FavoriteAction({ detail: { drama, is_favorite } }: { detail: DramaDetail }) {
  const { app } = useScope()
  const { text, compact } = useTranslation()
  const isFavorite = useStore(getOrCreateFavorites(app).$changes).get(drama.id) ?? is_favorite
  const count = drama.favorite_count + Number(isFavorite) - Number(is_favorite)
  return (
    <button
      type="button"
      className="rail-favorite"
      aria-pressed={isFavorite}
      onClick={() => {
        if (!isFavorite) vibrate()
        void getOrCreateFavorites(app).set(drama.id, !isFavorite).catch(app.showError)
      }}
    >
      <ActionIcon name="heart" isFilled={isFavorite} />
      <span className={count > 0 ? 'visually-hidden' : undefined}>{text('favoriteAdd')}</span>
      {count > 0 && <span>{compact(count)}</span>}
    </button>
  )
}
