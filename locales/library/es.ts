import type { LibraryMessages } from './en.js'

export const libraryEs: LibraryMessages = {
  selectAll: 'Seleccionar todo',
  removeCount: 'Quitar ({count})',
  removeHistoryQuestion: {
    one: '¿Quitar {count} serie del historial?',
    other: '¿Quitar {count} series del historial?'
  },
  removeFavoritesQuestion: {
    one: '¿Quitar {count} serie de tus favoritas?',
    other: '¿Quitar {count} series de tus favoritas?'
  },
  emptyHistory: 'Las series que veas aparecerán aquí.',
  emptyFavorites: 'Las series que marques como favoritas aparecerán aquí.'
}
