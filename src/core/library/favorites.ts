import { atom, type ReadableAtom } from 'nanostores'
import type { Environment } from '../environment.js'
import type { Emitter } from '../event/host-events.js'
import { waitAtMost } from '../lib/wait-at-most.js'
import type { Api } from '../request/api.js'
import type { Session } from '../session/session.js'

/**
 * Which dramas the viewer keeps. A change shows at once, on every page, and goes back if the server did not take it;
 * what was taken shows in the other tabs, too.
 */
export interface Favorites {
  /** What is known of this visit, by drama; a drama without a value is as its answer said. */
  $changes: ReadableAtom<FavoriteChanges>
  /** Resolves with what the server made of it; rejects, with the change undone, when it did not take it. */
  set(dramaId: string, isKept: boolean): Promise<void>
  /** Resolves when everything said so far has reached the server or failed, so that lists read afterwards show it, or soon. */
  whenSettled(): Promise<void>
}

/** By drama, whether the viewer keeps it. */
export type FavoriteChanges = ReadonlyMap<string, boolean | undefined>

export function createFavorites(
  api: Api,
  { clock, broadcast, storage }: Environment,
  emit: Emitter,
  { $session, $change }: Session
): Favorites {
  const $changes = atom<FavoriteChanges>(new Map())
  const saved = new Map<string, boolean>()
  /** The last request under way for each drama. */
  const pendingWrites = new Map<string, Promise<unknown>>()
  const note = (dramaId: string, isKept: boolean | undefined) =>
    $changes.set(new Map($changes.get()).set(dramaId, isKept))
  // Whoever comes is another visitor, also when another tab signs them in.
  const forget = () => {
    saved.clear()
    $changes.set(new Map())
  }
  $session.listen(({ state }) => state === 'starting' && forget())
  $change.listen(forget)
  broadcast.listen(message => {
    const { favorite, isKept } = Object(message)
    // Without storage every app has a visitor of its own.
    if (typeof favorite !== 'string' || !storage.isPersistent()) return
    saved.set(favorite, isKept)
    if (!pendingWrites.has(favorite)) note(favorite, isKept)
  })
  return {
    $changes,
    async set(dramaId, isKept) {
      note(dramaId, isKept)
      // Two taps in a row reach the server in the order they were made.
      const save = () => api.post('/user/favorite', { drama_id: dramaId, on: isKept ? 1 : 0 }, { isQuiet: true })
      const turn = Promise.resolve(pendingWrites.get(dramaId)).then(save, save)
      pendingWrites.set(dramaId, turn)
      try {
        await turn
        saved.set(dramaId, isKept)
        broadcast.post({ favorite: dramaId, isKept })
        if (isKept) emit('drama-favorite', { drama_id: dramaId })
      } catch (error) {
        // A newer tap has the say over what is shown.
        if (pendingWrites.get(dramaId) === turn) note(dramaId, saved.get(dramaId))
        throw error
      } finally {
        if (pendingWrites.get(dramaId) === turn) pendingWrites.delete(dramaId)
      }
    },
    whenSettled: () =>
      waitAtMost(clock, Promise.all([...pendingWrites.values()].map(turn => turn.catch(() => undefined))))
  }
}
