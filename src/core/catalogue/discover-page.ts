import { atom, type ReadableAtom } from 'nanostores'
import type { FeedEntry, RankedDrama, Tag } from '../../../contract/browse.js'
import type { DramaCard } from '../../../contract/drama.js'
import type { App } from '../app.js'
import { createLoader, type Loader } from '../loading/loadable.js'
import { createPagedList, type PagedList } from '../loading/paged-list.js'
import { createFeedPreview, type FeedPreview } from './feed-preview.js'

export const sections = ['feed', 'all', 'rank'] as const
export type DiscoverTab = (typeof sections)[number]
export const sorts = ['hot', 'new', 'finish'] as const
export type Sort = (typeof sorts)[number]
export const rankings = ['hot', 'new', 'fav'] as const
export type Ranking = (typeof rankings)[number]

export interface Filter {
  tagId: string | undefined
  sort: Sort
}

export interface DiscoverPage {
  $section: ReadableAtom<DiscoverTab>
  show(section: DiscoverTab): void
  tags: Loader<{ list: Tag[] }>
  $filter: ReadableAtom<Filter>
  $dramas: ReadableAtom<PagedList<DramaCard>>
  filterBy(change: Partial<Filter>): void
  feed(): DiscoverFeed
  $ranking: ReadableAtom<Ranking>
  ranked(ranking: Ranking): Loader<{ list: RankedDrama[] }>
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
  const list = ({ tagId, sort }: Filter) =>
    createPagedList(cursor => api.get('/index/discover', { tag_id: tagId, sort, cursor }))
  const $section = atom<DiscoverTab>('all')
  const $filter = atom<Filter>({
    tagId: query.tag || undefined,
    sort: sorts.find(sort => sort === query.sort) ?? 'hot'
  })
  const $dramas = atom(list($filter.get()))
  const tags = createLoader(() => api.get('/index/tags', {}, { isQuiet: true }))
  const $ranking = atom<Ranking>('hot')
  const rankedBy = new Map<Ranking, Loader<{ list: RankedDrama[] }>>()
  let feed: DiscoverFeed | undefined
  const openFeed = () => (feed ??= createFeed(app))

  function ranked(type: Ranking) {
    const loader = rankedBy.get(type) ?? createLoader(() => api.get('/index/rank', { type }))
    rankedBy.set(type, loader)
    return loader
  }

  const shown = (): Loader<unknown> => {
    const section = $section.get()
    if (section === 'feed') return openFeed().paged.list
    return section === 'rank' ? ranked($ranking.get()) : $dramas.get().list
  }

  return {
    $section,
    show: section => $section.set(section),
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
      if ($section.get() === 'all') void tags.refresh().catch(() => undefined)
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
