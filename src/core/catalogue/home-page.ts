import type { Banner, ContinueCard, HomeResponse, HomeShelf } from '../../../contract/drama.js'
import type { App } from '../app.js'
import { createLoadable, type LoadableStore, readyValue } from '../loading/loadable.js'
import { createPageLoader, type ListResponse, type PagedList } from '../loading/paged-list.js'

export interface HomeShelfList extends ListResponse<HomeShelf> {
  banners: Banner[]
  continue: ContinueCard[]
}

export interface HomePage {
  home: LoadableStore<HomeShelfList>
  shelves: PagedList<HomeShelf>
  refreshContinue(): Promise<void>
  reload(): void
  exit(): void
}

const CONTINUE_LIMIT = 10

export function createHomePage(app: App): HomePage {
  const { api } = app
  const home = createLoadable<HomeShelfList>(async () => {
    await app.session.whenReady()
    // The episode that a campaign opens needs the network first.
    await app.visit.whenBackFromCampaignEpisode()
    await app.progress.whenSaved()
    const first = app.visit.takeFirstScreenData('home')
    return toHome(first && 'banners' in first ? first : await api.get('/index/home', {}))
  })
  async function loadShelves(cursor: string): Promise<ListResponse<HomeShelf>> {
    const { shelves, ...rest } = await api.get('/index/home', { cursor })
    const shownIds = new Set(readyValue(home.$loadable.get())?.list.map(({ id }) => id))
    return { ...rest, list: shelves.filter(({ id }) => !shownIds.has(id)) }
  }
  const change = (edit: (shown: HomeShelfList) => HomeShelfList | undefined) => {
    const shown = readyValue(home.$loadable.get())
    const next = shown && edit(shown)
    if (next) home.set(next)
  }
  // Updated at once, so that the row does not change under the finger of a viewer who returns.
  const unsubscribe = app.progress.$latest.listen(latest => {
    if (latest) change(shown => ({ ...shown, continue: putFirst(shown.continue, latest) }))
  })
  const reload = () => void home.reload()
  return {
    home,
    shelves: { list: home, ...createPageLoader(home, loadShelves), reload },
    async refreshContinue() {
      const shownBefore = readyValue(home.$loadable.get())
      if (!shownBefore) return
      await app.progress.whenSaved()
      const { list } = await api.get('/user/history', { page_size: CONTINUE_LIMIT }, { isQuiet: true })
      // A full reload meanwhile has newer data.
      change(shown => (shown.banners === shownBefore.banners ? { ...shown, continue: list } : undefined))
    },
    reload,
    exit: unsubscribe
  }
}

export function shelfUrl(shelfId: string): string | undefined {
  if (shelfId.startsWith('more-')) return undefined
  const isSort = shelfId === 'hot' || shelfId === 'new'
  return `/pages/index/dramas?${isSort ? 'sort' : 'tag'}=${encodeURIComponent(shelfId)}`
}

function toHome({ shelves, ...rest }: HomeResponse): HomeShelfList {
  return { ...rest, list: shelves }
}

function putFirst(list: readonly ContinueCard[], latest: ContinueCard): ContinueCard[] {
  return [latest, ...list.filter(({ drama }) => drama.id !== latest.drama.id)].slice(0, CONTINUE_LIMIT)
}
