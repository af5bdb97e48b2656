import type { LoadableStore } from './loadable.js'

/** Never rejects. `merge` must return `shown` itself if nothing is new. */
export function createListRefresh<Answer>(
  list: LoadableStore<Answer>,
  load: () => Promise<Answer>,
  merge: (shown: Answer, fresh: Answer) => Answer
): () => Promise<void> {
  let latestAttempt = 0
  return async () => {
    const attempt = ++latestAttempt
    if (list.$loadable.get().state !== 'ready') return
    const fresh = await load().catch(() => undefined)
    const shown = list.$loadable.get()
    if (!fresh || attempt !== latestAttempt || shown.state !== 'ready') return
    const merged = merge(shown.value, fresh)
    if (merged !== shown.value) list.set(merged)
  }
}
