import type { ReadableAtom } from 'nanostores'
import type { App } from '../app.js'
import { createDatedList, type DatedList } from './dated-list.js'

/** Parallel requests, because the server removes favourites one by one. */
const MAX_FAVORITE_REMOVALS = 4

export function createFavoritesList(app: App, $now: ReadableAtom<number>): DatedList {
  return createDatedList({
    async requestPage(cursor, isQuiet) {
      await app.favorites.whenSettled()
      const response = await app.api.get('/user/favorites', { cursor }, { isQuiet })
      return { ...response, list: response.list.map(({ created_at: at, ...drama }) => ({ drama, at })) }
    },
    forget: dramaIds => Promise.all(dramaIds.map(id => app.favorites.set(id, false))),
    maxRemovals: MAX_FAVORITE_REMOVALS,
    $now,
    $changes: app.favorites.$changes
  })
}
