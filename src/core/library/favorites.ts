import { atom, type ReadableAtom } from 'nanostores'
import type { App } from '../app.js'
import { waitAtMost } from '../lib/wait-at-most.js'

/** A change shows at once on every page, and is undone if the server refuses it. */
export interface Favorites {
  /** Changes of this visit. Undefined: the value from the server applies. */
  $changes: ReadableAtom<FavoriteChanges>
  set(dramaId: string, isKept: boolean): Promise<void>
  /** Resolves when all changes have reached the server or failed, or after a short timeout. */
  whenSettled(): Promise<void>
}

export type FavoriteChanges = ReadonlyMap<string, boolean | undefined>

export function getOrCreateFavorites(app: App): Favorites {
  app.favorites ??= createFavorites(app)
  return app.favorites
}

function createFavorites(app: App): Favorites {
  const { api, environment, emit, session } = app
  const { clock, broadcast, storage } = environment
  const { $session, $change } = session
  const $changes = atom<FavoriteChanges>(new Map())
  const saved = new Map<string, boolean>()
  const pendingWrites = new Map<string, Promise<unknown>>()
  const setChange = (dramaId: string, isKept: boolean | undefined) =>
    $changes.set(new Map($changes.get()).set(dramaId, isKept))
  const clear = () => {
    saved.clear()
    $changes.set(new Map())
  }
  $session.listen(({ state }) => state === 'starting' && clear())
  $change.listen(clear)
  broadcast.listen(message => {
    const { favorite, isKept } = Object(message)
    if (typeof favorite !== 'string' || !storage.isPersistent()) return
    saved.set(favorite, isKept)
    if (!pendingWrites.has(favorite)) setChange(favorite, isKept)
  })
  return {
    $changes,
    async set(dramaId, isKept) {
      setChange(dramaId, isKept)
      // Requests run one after another, so that the server gets two taps in their order.
      const save = () => api.post('/user/favorite', { drama_id: dramaId, on: isKept ? 1 : 0 }, { isQuiet: true })
      const saving = Promise.resolve(pendingWrites.get(dramaId)).then(save, save)
      pendingWrites.set(dramaId, saving)
      try {
        await saving
        saved.set(dramaId, isKept)
        broadcast.post({ favorite: dramaId, isKept })
        if (!isKept) return
        emit('drama-favorite', { drama_id: dramaId })
        if (environment.site()) void offerNotifications(app, dramaId)
      } catch (error) {
        // A newer tap wins over this response.
        if (pendingWrites.get(dramaId) === saving) setChange(dramaId, saved.get(dramaId))
        throw error
      } finally {
        if (pendingWrites.get(dramaId) === saving) pendingWrites.delete(dramaId)
      }
    },
    whenSettled: () =>
      waitAtMost(clock, Promise.all([...pendingWrites.values()].map(saving => saving.catch(() => undefined))))
  }
}

async function offerNotifications(app: App, dramaId: string): Promise<void> {
  try {
    const { getOrCreateNotifications } = await import('../site/notifications.js')
    await getOrCreateNotifications(app)?.offer(dramaId)
  } catch (error) {
    app.environment.log.error('notifications cannot be turned on', error)
  }
}
