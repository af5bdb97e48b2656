import { atom, type ReadableAtom } from 'nanostores'
import { createLoadable, type LoadableStore, readyValue } from './loadable.js'

export interface ListResponse<Entry> {
  list: Entry[]
  next_cursor: string | null
  has_more: boolean
}

export interface PagedList<Entry> extends PageLoader {
  list: LoadableStore<ListResponse<Entry>>
  reload(): void
}

export interface PageLoader {
  $next: ReadableAtom<'idle' | 'loading' | 'failed'>
  loadMore(): Promise<void>
}

export function createPagedList<Entry>(load: (cursor?: string) => Promise<ListResponse<Entry>>): PagedList<Entry> {
  const list = createLoadable(() => load())
  return { list, ...createPageLoader(list, load), reload: () => void list.reload() }
}

/** Loads the pages after the first. Drops a page if the list was reloaded meanwhile. */
export function createPageLoader<Entry, Shown extends ListResponse<Entry>>(
  { $loadable, set }: LoadableStore<Shown>,
  load: (cursor: string) => Promise<ListResponse<Entry>>
): PageLoader {
  const $next = atom<'idle' | 'loading' | 'failed'>('idle')
  let requestedAfter: readonly Entry[] | undefined
  const getShown = () => readyValue($loadable.get())
  $loadable.listen(() => $next.get() === 'failed' && getShown()?.list !== requestedAfter && $next.set('idle'))
  return {
    $next,
    async loadMore() {
      const shownBefore = getShown()
      if ($next.get() === 'loading' || !shownBefore || shownBefore.next_cursor === null) return
      requestedAfter = shownBefore.list
      $next.set('loading')
      try {
        const { list, next_cursor, has_more } = await load(shownBefore.next_cursor)
        const shownNow = getShown()
        if (shownNow?.list === shownBefore.list)
          set({ ...shownNow, list: [...shownNow.list, ...list], next_cursor, has_more })
        $next.set('idle')
      } catch {
        $next.set(getShown()?.list === shownBefore.list ? 'failed' : 'idle')
      }
    }
  }
}
