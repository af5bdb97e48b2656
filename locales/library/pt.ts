import type { LibraryMessages } from './en.js'

export const libraryPt: LibraryMessages = {
  selectAll: 'Selecionar tudo',
  removeCount: 'Remover ({count})',
  removeHistoryQuestion: { one: 'Remover {count} série do histórico?', other: 'Remover {count} séries do histórico?' },
  removeFavoritesQuestion: {
    one: 'Remover {count} série das favoritas?',
    other: 'Remover {count} séries das favoritas?'
  },
  emptyHistory: 'As séries que você assistir vão aparecer aqui.',
  emptyFavorites: 'As séries que você favoritar vão aparecer aqui.'
}
