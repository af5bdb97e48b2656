import { useStore } from '@nanostores/react'
import { useScope, useTranslation } from '../../app/scope.js'
import { Icon } from '../icon/icon.js'

interface Props {
  dramaId: string
  isFavorite: boolean
}

export function FavoriteButton({ dramaId, isFavorite }: Props) {
  const { app } = useScope()
  const { text } = useTranslation()
  const isFavoriteNow = useStore(app.favorites.$changes).get(dramaId) ?? isFavorite
  return (
    <button
      type="button"
      className="button quiet favorite"
      part="button"
      data-kept={isFavoriteNow ? '' : undefined}
      onClick={() => void app.favorites.set(dramaId, !isFavoriteNow).catch(app.showError)}
    >
      <Icon name="heart" isFilled={isFavoriteNow} />
      {text(isFavoriteNow ? 'favoriteKept' : 'favoriteAdd')}
    </button>
  )
}
