import { atom, type ReadableAtom } from 'nanostores'
import type { App } from '../app.js'
import { createDatedList, type DatedList } from './dated-list.js'

const MAX_HISTORY_REMOVALS = 200

export function createHistoryList(app: App, $now: ReadableAtom<number>): DatedList {
  return createDatedList({
    async requestPage(cursor, isQuiet) {
      await app.progress.whenSaved()
      const response = await app.api.get('/user/history', { cursor }, { isQuiet })
      return {
        ...response,
        list: response.list.map(card => ({ drama: card.drama, at: card.updated_at, continueCard: card }))
      }
    },
    forget: dramaIds => app.api.post('/user/history_delete', { drama_ids: [...dramaIds] }, { isQuiet: true }),
    maxRemovals: MAX_HISTORY_REMOVALS,
    $now,
    $changes: atom(new Map())
  })
}
