import { atom, type ReadableAtom } from 'nanostores'
import { createLoader, type Loader } from './loadable.js'

export interface ListAnswer<Entry> {
  list: Entry[]
  next_cursor: string | null
  has_more: boolean
}

/** A list that grows as the viewer scrolls. */
export interface PagedList<Entry> extends PageLoader {
  list: Loader<ListAnswer<Entry>>
  reload(): void
}

export interface PageLoader {
  /** What becomes of the next page: `idle` while nobody has asked for it, and where there is none. */
  $next: ReadableAtom<'idle' | 'loading' | 'failed'>
  /** Appends the next page; does nothing at the end or while one is on its way. */
  loadMore(): Promise<void>
}

export function createPagedList<Entry>(load: (cursor?: string) => Promise<ListAnswer<Entry>>): PagedList<Entry> {
  const list = createLoader(() => load())
  return { list, ...createPageLoader(list, load), reload: () => void list.reload() }
}

/** Pages after the first, whatever else an answer has beside its list. What arrives for a list that began anew is dropped. */
export function createPageLoader<Entry, Shown extends ListAnswer<Entry>>(
  { $loadable, set }: Loader<Shown>,
  load: (cursor: string) => Promise<ListAnswer<Entry>>
): PageLoader {
  const $next = atom<'idle' | 'loading' | 'failed'>('idle')
  let withNextPage: readonly Entry[] | undefined
  const shown = () => {
    const loadable = $loadable.get()
    return loadable.state === 'ready' ? loadable.value : undefined
  }
  // A list that begins anew has other pages.
  $loadable.listen(() => $next.get() === 'failed' && shown()?.list !== withNextPage && $next.set('idle'))
  return {
    $next,
    async loadMore() {
      const before = shown()
      if ($next.get() === 'loading' || !before || before.next_cursor === null) return
      withNextPage = before.list
      $next.set('loading')
      try {
        const { list, next_cursor, has_more } = await load(before.next_cursor)
        const now = shown()
        if (now?.list === before.list) set({ ...now, list: [...now.list, ...list], next_cursor, has_more })
        $next.set('idle')
      } catch {
        $next.set(shown()?.list === before.list ? 'failed' : 'idle')
      }
    }
  }
}
