import { useStore } from '@nanostores/react'
import { getOrCreateFavorites } from '../../../core/library/favorites.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { ActionIcon } from '../icon/action-icon.js'

interface Props {
  dramaId: string
  isFavorite: boolean
}

export function FavoriteButton({ dramaId, isFavorite }: Props) {
  const { app } = useScope()
  const { text } = useTranslation()
  const isFavoriteNow = useStore(getOrCreateFavorites(app).$changes).get(dramaId) ?? isFavorite
  return (
    <button
      type="button"
      className="button quiet favorite"
      part="button"
      data-kept={isFavoriteNow ? '' : undefined}
      onClick={() => void getOrCreateFavorites(app).set(dramaId, !isFavoriteNow).catch(app.showError)}
    >
      <ActionIcon name="heart" isFilled={isFavoriteNow} />
      {text(isFavoriteNow ? 'favoriteKept' : 'favoriteAdd')}
    </button>
  )
}
