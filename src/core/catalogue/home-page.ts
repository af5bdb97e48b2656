import type { Banner, ContinueCard, HomeResponse, HomeShelf } from '../../../contract/drama.js'
import type { App } from '../app.js'
import { createLoader, type Loader } from '../loading/loadable.js'
import { createPageLoader, type ListAnswer, type PagedList } from '../loading/paged-list.js'

/** `list` are the shelves so far. */
export interface Home extends ListAnswer<HomeShelf> {
  banners: Banner[]
  continue: ContinueCard[]
}

export interface HomePage {
  home: Loader<Home>
  /** The same, as a list that grows shelf by shelf. */
  shelves: PagedList<HomeShelf>
  /** Asks what can be continued, and for nothing else: what is on screen keeps its place. */
  refreshContinue(): Promise<void>
  reload(): void
  exit(): void
}

/** As many as Home's own answer has. */
const CONTINUE_CARDS = 10

export function createHomePage(app: App): HomePage {
  const { api } = app
  const home = createLoader<Home>(async () => {
    await app.session.whenReady()
    // The episode that a campaign opens has the network to itself.
    await app.visit.whenReadyForHome()
    await app.progress.whenSaved()
    const first = app.visit.takeFirstAnswer('home')
    return toHome(first && 'banners' in first ? first : await api.get('/index/home', {}))
  })
  async function loadShelves(cursor: string): Promise<ListAnswer<HomeShelf>> {
    const { shelves, ...rest } = await api.get('/index/home', { cursor })
    const shown = home.$loadable.get()
    const known = new Set(shown.state === 'ready' ? shown.value.list.map(({ id }) => id) : [])
    return { ...rest, list: shelves.filter(({ id }) => !known.has(id)) }
  }
  const change = (make: (shown: Home) => Home | undefined) => {
    const shown = home.$loadable.get()
    const next = shown.state === 'ready' ? make(shown.value) : undefined
    if (next) home.set(next)
  }
  // The row has the new place before the viewer is back: nothing moves under the finger.
  const exit = app.progress.$latest.listen(latest => {
    if (latest) change(shown => ({ ...shown, continue: putFirst(shown.continue, latest) }))
  })
  const reload = () => void home.reload()
  return {
    home,
    shelves: { list: home, ...createPageLoader(home, loadShelves), reload },
    async refreshContinue() {
      const before = home.$loadable.get()
      if (before.state !== 'ready') return
      await app.progress.whenSaved()
      const { list } = await api.get('/user/history', { page_size: CONTINUE_CARDS }, { isQuiet: true })
      // Whoever has asked for all of Home meanwhile has newer ones.
      change(shown => (shown.banners === before.value.banners ? { ...shown, continue: list } : undefined))
    },
    reload,
    exit
  }
}

/** Where all of a shelf is to be seen; undefined for one that is no list of its own. */
export function shelfUrl(shelfId: string): string | undefined {
  if (shelfId.startsWith('more-')) return undefined
  const isSort = shelfId === 'hot' || shelfId === 'new'
  return `/pages/index/dramas?${isSort ? 'sort' : 'tag'}=${encodeURIComponent(shelfId)}`
}

function toHome({ shelves, ...rest }: HomeResponse): Home {
  return { ...rest, list: shelves }
}

function putFirst(list: readonly ContinueCard[], latest: ContinueCard): ContinueCard[] {
  return [latest, ...list.filter(({ drama }) => drama.id !== latest.drama.id)].slice(0, CONTINUE_CARDS)
}
