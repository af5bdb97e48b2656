import type { LibraryMessages } from './en.js'

export const libraryZhHant: LibraryMessages = {
  selectAll: '全選',
  removeCount: '移除（{count}）',
  removeHistoryQuestion: { one: '要從觀看紀錄中移除{count}部劇嗎？', other: '要從觀看紀錄中移除{count}部劇嗎？' },
  removeFavoritesQuestion: { one: '要取消收藏{count}部劇嗎？', other: '要取消收藏{count}部劇嗎？' },
  emptyHistory: '看過的短劇會留在這裡。',
  emptyFavorites: '你收藏的短劇會出現在這裡。'
}
