export const libraryEn = {
  selectAll: 'Select all',
  removeCount: 'Remove ({count})',
  removeHistoryQuestion: {
    one: 'Remove {count} drama from your history?',
    other: 'Remove {count} dramas from your history?'
  },
  removeFavoritesQuestion: {
    one: 'Remove {count} drama from your favourites?',
    other: 'Remove {count} dramas from your favourites?'
  },
  emptyHistory: 'Dramas you watch will show up here.',
  emptyFavorites: 'Your favourite dramas will show up here.'
}

export type LibraryMessageKey = keyof typeof libraryEn
export type LibraryMessages = {
  [Key in LibraryMessageKey]: (typeof libraryEn)[Key] extends string ? string : { one: string; other: string }
}
