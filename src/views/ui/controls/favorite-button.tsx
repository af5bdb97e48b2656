import { useStore } from '@nanostores/react'
import { useScope, useTranslation } from '../../app/scope.js'
import { Icon } from '../icon/icon.js'

interface Props {
  dramaId: string
  /** As the server said when it was asked; what the viewer has done since counts more. */
  isFavorite: boolean
}

/** Keeps a drama among the favourites, or lets it go. Shows so at once; goes back, and says why, when it was not taken. */
export function FavoriteButton({ dramaId, isFavorite }: Props) {
  const { app } = useScope()
  const { text } = useTranslation()
  const isKept = useStore(app.favorites.$changes).get(dramaId) ?? isFavorite
  return (
    <button
      type="button"
      className="button quiet favorite"
      part="button"
      data-kept={isKept ? '' : undefined}
      onClick={() => void app.favorites.set(dramaId, !isKept).catch(app.showError)}
    >
      <Icon name="heart" isFilled={isKept} />
      {text(isKept ? 'favoriteKept' : 'favoriteAdd')}
    </button>
  )
}
