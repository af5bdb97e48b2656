import type { ReadableAtom } from 'nanostores'
import type { App } from '../app.js'
import { createDatedList, type DatedList } from './dated-list.js'
import { getOrCreateFavorites } from './favorites.js'

/** Parallel requests, because the server removes favourites one by one. */
const MAX_FAVORITE_REMOVALS = 4

export function createFavoritesList(app: App, $now: ReadableAtom<number>): DatedList {
  return createDatedList({
    async requestPage(cursor, isQuiet) {
      await getOrCreateFavorites(app).whenSettled()
      const response = await app.api.get('/user/favorites', { cursor }, { isQuiet })
      return { ...response, list: response.list.map(({ created_at: at, ...drama }) => ({ drama, at })) }
    },
    forget: dramaIds => Promise.all(dramaIds.map(id => getOrCreateFavorites(app).set(id, false))),
    maxRemovals: MAX_FAVORITE_REMOVALS,
    $now,
    $changes: getOrCreateFavorites(app).$changes
  })
}
