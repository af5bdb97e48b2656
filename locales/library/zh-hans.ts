import type { LibraryMessages } from './en.js'

export const libraryZhHans: LibraryMessages = {
  selectAll: '全选',
  removeCount: '移除（{count}）',
  removeHistoryQuestion: { one: '要从观看历史中移除{count}部剧吗？', other: '要从观看历史中移除{count}部剧吗？' },
  removeFavoritesQuestion: { one: '要取消收藏{count}部剧吗？', other: '要取消收藏{count}部剧吗？' },
  emptyHistory: '看过的短剧会保存在这里。',
  emptyFavorites: '你收藏的短剧会出现在这里。'
}
