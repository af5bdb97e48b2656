import { atom, type ReadableAtom } from 'nanostores'
import { createLoader, type Loader } from './loadable.js'

export interface ListAnswer<Entry> {
  list: Entry[]
  next_cursor: string | null
  has_more: boolean
}

/** A list that grows as the viewer scrolls. */
export interface PagedList<Entry> {
  list: Loader<ListAnswer<Entry>>
  /** What becomes of the next page: `idle` while nobody has asked for it, and where there is none. */
  $next: ReadableAtom<'idle' | 'loading' | 'failed'>
  /** Appends the next page; does nothing at the end or while one is on its way. */
  loadMore(): Promise<void>
  reload(): void
}

export function createPagedList<Entry>(load: (cursor?: string) => Promise<ListAnswer<Entry>>): PagedList<Entry> {
  const list = createLoader(() => load())
  const $next = atom<'idle' | 'loading' | 'failed'>('idle')
  // A list that begins anew has other pages.
  list.$loadable.listen(() => $next.get() === 'failed' && $next.set('idle'))
  return {
    list,
    $next,
    reload: () => void list.reload(),
    async loadMore() {
      const shown = list.$loadable.get()
      if ($next.get() === 'loading' || shown.state !== 'ready' || shown.value.next_cursor === null) return
      $next.set('loading')
      try {
        const more = await load(shown.value.next_cursor)
        if (list.$loadable.get() === shown) list.set({ ...more, list: [...shown.value.list, ...more.list] })
        $next.set('idle')
      } catch {
        $next.set(list.$loadable.get() === shown ? 'failed' : 'idle')
      }
    }
  }
}
