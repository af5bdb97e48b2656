import type { ContinueCard } from '../../../contract/drama.js'
import type { App } from '../app.js'
import { createPagedList, type PagedList } from '../paged-list.js'

export function createRecordPage(app: App): PagedList<ContinueCard> {
  return createPagedList(async cursor => {
    await app.progress.whenSaved()
    return app.api.get('/user/history', { cursor })
  })
}
