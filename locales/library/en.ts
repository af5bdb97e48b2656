export const recordEn = {
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
  emptyHistory: 'Dramas you watch will be kept here.',
  emptyFavorites: 'Dramas you keep as favourites will be here.'
}

export type RecordMessageKey = keyof typeof recordEn
export type RecordMessages = {
  [Key in RecordMessageKey]: (typeof recordEn)[Key] extends string ? string : { one: string; other: string }
}
