import type { FeedbackMessage } from '../../../contract/feedback.js'
import type { App } from '../app.js'
import { readyValue } from '../loading/loadable.js'
import { createPagedList, type PagedList } from '../loading/paged-list.js'
import type { ProfilePage } from './profile-page.js'

/** Most messages that one request marks. */
const MAX_IDS = 50

export interface FeedbackMessages {
  paged: PagedList<FeedbackMessage>
  /** Marks the loaded answers as seen. They stay marked as new until the list is loaded again. */
  markSeen(): Promise<void>
}

export function createFeedbackMessages(
  { api }: Pick<App, 'api'>,
  page: Pick<ProfilePage, 'setUnreadAnswers'>
): FeedbackMessages {
  const paged = createPagedList<FeedbackMessage>(cursor => api.get('/feedback/index', { cursor }, { isQuiet: true }))
  const seenIds = new Set<string>()
  return {
    paged,
    async markSeen() {
      const list = readyValue(paged.list.$loadable.get())?.list ?? []
      const unseen = list.filter(({ id, is_unread }) => is_unread && !seenIds.has(id)).slice(0, MAX_IDS)
      if (unseen.length === 0) return
      const ids = unseen.map(({ id }) => id)
      const until = Math.max(...unseen.map(({ answered_at }) => answered_at ?? 0))
      for (const id of ids) seenIds.add(id)
      try {
        const { unread } = await api.post('/feedback/seen', { ids, until }, { isQuiet: true })
        page.setUnreadAnswers(unread)
      } catch {
        for (const id of ids) seenIds.delete(id)
      }
    }
  }
}
