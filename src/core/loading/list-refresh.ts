import type { Loader } from './loadable.js'

/** Puts what is new into a list that is shown; `merge` gives the shown one itself where nothing is. Never rejects. */
export function createListRefresh<Answer>(
  list: Loader<Answer>,
  load: () => Promise<Answer>,
  merge: (shown: Answer, fresh: Answer) => Answer
): () => Promise<void> {
  let latest = 0
  return async () => {
    const mine = ++latest
    if (list.$loadable.get().state !== 'ready') return
    const fresh = await load().catch(() => undefined)
    const shown = list.$loadable.get()
    if (!fresh || mine !== latest || shown.state !== 'ready') return
    const merged = merge(shown.value, fresh)
    if (merged !== shown.value) list.set(merged)
  }
}
