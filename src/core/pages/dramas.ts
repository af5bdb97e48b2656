import type { DramaCard } from '../../../contract/drama.js'
import type { App } from '../app.js'
import { createPagedList, type PagedList } from '../paged-list.js'

export function createDramasPage(app: App): PagedList<DramaCard> {
  return createPagedList(cursor => app.api.get('/index/discover', { cursor }))
}
