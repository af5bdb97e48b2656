import { toJson } from '../lib/json.js'
import { type LoadableStore, readyValue } from './loadable.js'
import type { ListResponse } from './paged-list.js'

/** Never rejects. `merge` must return `shown` itself if nothing is new. */
export function createListRefresh<Answer>(
  list: LoadableStore<Answer>,
  load: () => Promise<Answer>,
  merge: (shown: Answer, fresh: Answer) => Answer
): () => Promise<void> {
  let latestAttempt = 0
  return async () => {
    const attempt = ++latestAttempt
    if (!readyValue(list.$loadable.get())) return
    const fresh = await load().catch(() => undefined)
    const shown = readyValue(list.$loadable.get())
    if (!fresh || !shown || attempt !== latestAttempt) return
    const merged = merge(shown, fresh)
    if (merged !== shown) list.set(merged)
  }
}

/**
 * Puts the first page on top of the loaded list, or replaces the list if the two have no entry in common. Returns
 * `shown` itself if nothing is new.
 */
export function mergeFirstPage<Entry extends { id: string }>(
  shown: ListResponse<Entry>,
  fresh: ListResponse<Entry>
): ListResponse<Entry> {
  const isOnlyPage = fresh.next_cursor === null
  const comparable = isOnlyPage ? shown.list : shown.list.slice(0, fresh.list.length)
  if (toJson(comparable) === toJson(fresh.list)) return shown
  const freshIds = new Set(fresh.list.map(({ id }) => id))
  const older = shown.list.filter(({ id }) => !freshIds.has(id))
  const hasOverlap = older.length < shown.list.length
  return isOnlyPage || !hasOverlap || older.length === 0 ? fresh : { ...shown, list: [...fresh.list, ...older] }
}
