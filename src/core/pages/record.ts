import type { ContinueCard } from '../../../contract/drama.js'
import type { App } from '../app.js'
import { createPagedList, type PagedList } from '../paged-list.js'

export function createRecordPage(app: App): PagedList<ContinueCard> {
  return createPagedList(cursor => app.api.get('/user/history', { cursor }))
}
