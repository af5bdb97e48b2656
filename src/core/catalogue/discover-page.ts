import { atom, type ReadableAtom } from 'nanostores'
import type { FeedEntry, RankedDrama, Tag } from '../../../contract/browse.js'
import type { DramaCard } from '../../../contract/drama.js'
import type { App } from '../app.js'
import { createLoadable, type LoadableStore } from '../loading/loadable.js'
import { createPagedList, type PagedList } from '../loading/paged-list.js'
import { createFeedPreview, type FeedPreview } from './feed-preview.js'

export const discoverTabs = ['feed', 'all', 'rank'] as const
export type DiscoverTab = (typeof discoverTabs)[number]
export const sorts = ['hot', 'new', 'finish'] as const
export type DramaSort = (typeof sorts)[number]
export const rankings = ['hot', 'new', 'fav'] as const
export type Ranking = (typeof rankings)[number]

export interface DramaFilter {
  tagId: string | undefined
  sort: DramaSort
}

export interface DiscoverPage {
  $tab: ReadableAtom<DiscoverTab>
  show(tab: DiscoverTab): void
  tags: LoadableStore<{ list: Tag[] }>
  $filter: ReadableAtom<DramaFilter>
  $dramas: ReadableAtom<PagedList<DramaCard>>
  filterBy(change: Partial<DramaFilter>): void
  feed(): DiscoverFeed
  $ranking: ReadableAtom<Ranking>
  ranked(ranking: Ranking): LoadableStore<{ list: RankedDrama[] }>
  rankBy(ranking: Ranking): void
  /** Reloads the section on screen, which stays visible meanwhile. Rejects if the request fails. */
  refresh(): Promise<void>
  reload(): void
}

export interface DiscoverFeed {
  paged: PagedList<FeedEntry>
  preview: FeedPreview
  select(index: number): void
}

const PREFETCH_ENTRIES = 5

export function createDiscoverPage(app: App, query: Record<string, string>): DiscoverPage {
  const { api } = app
  const list = ({ tagId, sort }: DramaFilter) =>
    createPagedList(cursor => api.get('/index/discover', { tag_id: tagId, sort, cursor }))
  // A link to a tag or an order leads to the list.
  const $tab = atom<DiscoverTab>(query.tag || query.sort ? 'all' : 'feed')
  const $filter = atom<DramaFilter>({
    tagId: query.tag || undefined,
    sort: sorts.find(sort => sort === query.sort) ?? 'hot'
  })
  const $dramas = atom(list($filter.get()))
  const tags = createLoadable(() => api.get('/index/tags', {}, { isQuiet: true }))
  const $ranking = atom<Ranking>('hot')
  const rankedBy = new Map<Ranking, LoadableStore<{ list: RankedDrama[] }>>()
  let feed: DiscoverFeed | undefined
  const openFeed = () => (feed ??= createFeed(app))

  function ranked(type: Ranking) {
    const loader = rankedBy.get(type) ?? createLoadable(() => api.get('/index/rank', { type }))
    rankedBy.set(type, loader)
    return loader
  }

  const shown = (): LoadableStore<unknown> => {
    const tab = $tab.get()
    if (tab === 'feed') return openFeed().paged.list
    return tab === 'rank' ? ranked($ranking.get()) : $dramas.get().list
  }

  return {
    $tab,
    show: tab => $tab.set(tab),
    tags,
    $filter,
    $dramas,
    filterBy(change) {
      $filter.set({ ...$filter.get(), ...change })
      $dramas.set(list($filter.get()))
    },
    feed: openFeed,
    $ranking,
    ranked,
    rankBy: ranking => $ranking.set(ranking),
    async refresh() {
      if ($tab.get() === 'all') void tags.refresh().catch(() => undefined)
      await shown().refresh()
    },
    reload() {
      for (const loader of [tags, $dramas.get().list, feed?.paged.list, ...rankedBy.values()]) void loader?.reload()
    }
  }
}

function createFeed(app: App): DiscoverFeed {
  const paged = createPagedList(cursor => app.api.get('/index/feed', { cursor }))
  return {
    paged,
    preview: createFeedPreview(app),
    select(index) {
      const shown = paged.list.$loadable.get()
      if (shown.state === 'ready' && index + PREFETCH_ENTRIES >= shown.value.list.length) void paged.loadMore()
    }
  }
}
