import { createLoader, type Loader } from './loadable.js'

export interface ListAnswer<Entry> {
  list: Entry[]
  next_cursor: string | null
  has_more: boolean
}

/** A list that grows as the viewer scrolls. */
export interface PagedList<Entry> {
  list: Loader<ListAnswer<Entry>>
  /** Appends the next page; does nothing at the end or while one is on its way. */
  loadMore(): Promise<void>
  reload(): void
}

export function createPagedList<Entry>(load: (cursor?: string) => Promise<ListAnswer<Entry>>): PagedList<Entry> {
  const list = createLoader(() => load())
  let isLoading = false
  return {
    list,
    reload: () => void list.reload(),
    async loadMore() {
      const shown = list.$loadable.get()
      if (isLoading || shown.state !== 'ready' || shown.value.next_cursor === null) return
      isLoading = true
      try {
        const more = await load(shown.value.next_cursor)
        if (list.$loadable.get() === shown) list.set({ ...more, list: [...shown.value.list, ...more.list] })
      } catch {
        // The end of the list is still on screen: scrolling to it again asks again.
      } finally {
        isLoading = false
      }
    }
  }
}
