import { atom, type ReadableAtom } from 'nanostores'
import type { Clock, HistoryPort } from '../environment.js'
import { createJourney } from './history-traversal.js'
import { type NavigationKind, type NavigationName, refusal } from './navigation-error.js'
import { check } from './navigation-guard.js'
import { createCovers } from './overlay-stack.js'
import { type Location, match } from './route-match.js'
import { entry, type Route } from './routes.js'

/** A page that is alive. Pages below the top and tabs left behind stay alive, hidden. */
export interface Page extends Location {
  id: number
  /** Its history entry, counted from the app's start. */
  step: number
  /** Its own, such as its drama's; a page without one is called by its kind. */
  name?: string
}

export interface Stack {
  /** Every page that is alive; the one on screen is the last. */
  pages: readonly Page[]
  /** The page on screen; undefined shows the not-found view. */
  top: Page | undefined
}

export interface NavigationTarget {
  /** Absolute (`/path?query`) or relative to the page on screen. */
  url: string
}

export interface NavigationResult {
  /** `<name>:ok`. */
  errMsg: string
}

/** Rejections are errors whose message, also under `errMsg`, is `<name>:fail <reason>`; nobody has to catch them. */
export interface Router {
  $stack: ReadableAtom<Stack>
  navigateTo(target?: NavigationTarget): Promise<NavigationResult>
  redirectTo(target?: NavigationTarget): Promise<NavigationResult>
  /** Drops the query; pages that are no tabs end. */
  switchTab(target?: NavigationTarget): Promise<NavigationResult>
  reLaunch(target?: NavigationTarget): Promise<NavigationResult>
  /** The entry page anew, whatever is pending. */
  reset(): void
  /** Gives a page a name of its own, or another address at the entry that it has, which the caller writes. */
  amend(pageId: number, change: Partial<Page>): void
  /** A page has been drawn, or could not be: the same step may be asked for again. */
  settle(pageId: number): void
  /** With nothing to go back to, shows Home. Resolves on arrival. */
  navigateBack(options?: { delta?: number }): Promise<NavigationResult>
  /** Something lies over the page, such as a sheet: Back calls `close`, and so does another page. The answer says that it is gone. */
  cover(close: () => void): () => void
}

export interface RouterOptions {
  history: HistoryPort
  clock: Clock
  /** Its end ends what is under way. */
  signal?: AbortSignal
  onNavigate(from: string, to: string): void
}

const home: Location = { route: entry, url: entry.path, query: {} }

const isTab = ({ route }: { route: Route }) => route.tab !== undefined

export function createRouter({ history, clock, signal, onNavigate }: RouterOptions): Router {
  let nextId = 1
  const createPage = (location: Location, step: number): Page => ({ ...location, id: nextId++, step })
  const location = match(history.start)
  /** That of the page on screen. */
  let step = history.startStep - history.startDepth
  const first = location && createPage(location, step)
  const $stack = atom<Stack>({ pages: first ? [first] : [], top: first })
  /** The lowest step that the app itself goes back to. */
  let floor = first && isTab(first) ? step : 0
  let pending: Page | undefined
  let isGoingBack = false
  const journey = createJourney(clock)
  const place = () => ({ url: $stack.get().top?.url ?? entry.path, step })
  const covers = createCovers({ history, journey, signal, place })
  signal?.addEventListener('abort', () => journey.end())

  function show(others: readonly Page[], top: Page | undefined) {
    const before = $stack.get()
    pending = before.pages.some(({ id }) => id === top?.id) ? undefined : top
    if (top && isTab(top)) floor = top.step
    $stack.set({ pages: top ? [...others, top] : others, top })
    if (before.top?.id !== top?.id) covers.closeAll()
    if (top && before.top?.url !== top.url) onNavigate(before.top?.url ?? '', top.url)
  }

  function replace(others: readonly Page[], page: Page) {
    history.replace(page.url, step)
    show(others, page)
  }

  const effects: Record<NavigationKind, (location: Location) => void> = {
    navigateTo(location) {
      const page = createPage(location, step + 1)
      history.push(page.url, page.step)
      step = page.step
      show($stack.get().pages, page)
    },
    redirectTo(location) {
      const { pages, top } = $stack.get()
      replace(
        pages.filter(({ id }) => id !== top?.id),
        createPage(location, step)
      )
    },
    switchTab(location) {
      const tabs = $stack.get().pages.filter(isTab)
      const known = tabs.find(({ route }) => route === location.route)
      replace(
        tabs.filter(page => page !== known),
        known ? { ...known, step } : createPage(location, step)
      )
    },
    reLaunch(location) {
      floor = step
      replace([], createPage(location, step))
    }
  }

  function navigate(kind: NavigationKind, target: NavigationTarget | undefined) {
    if (signal?.aborted) throw refusal(kind, 'abort')
    const location = check(kind, target?.url, $stack.get().top?.route)
    if (pending?.url === location.url) throw refusal(kind, `${location.url} locked`)
    effects[kind](location)
    return { errMsg: `${kind}:ok` }
  }

  async function goBack(options: { delta?: number } | undefined) {
    // Two taps in a row are one: the second would be counted from a page that is being left.
    if (isGoingBack) throw refusal('navigateBack', 'locked')
    const delta = Math.max(1, Number.parseInt(String(options?.delta), 10) || 1)
    isGoingBack = true
    const go = () => {
      const steps = Math.min(delta, step - floor)
      return steps > 0 ? journey.start(() => history.go(-steps)) : effects.switchTab(home)
    }
    await covers.beneath(go).finally(() => {
      isGoingBack = false
    })
    if (signal?.aborted) throw refusal('navigateBack', 'abort')
    return { errMsg: 'navigateBack:ok' }
  }

  history.onPop((at, url, depth) => {
    journey.end()
    if (covers.arrive(depth)) return
    const arrived = at - depth
    const { pages } = $stack.get()
    const location = match(url)
    const known = pages.find(page => page.url === location?.url && (isTab(page) || page.step === arrived))
    const others = pages.filter(
      page => page !== known && (isTab(page) ? page.route !== location?.route : page.step < arrived)
    )
    step = arrived
    if (arrived < floor) floor = 0
    show(others, known ? { ...known, step } : location && createPage(location, step))
  })

  return {
    $stack,
    navigateTo: target => attempt('navigateTo', () => covers.beneath(() => navigate('navigateTo', target))),
    redirectTo: target => attempt('redirectTo', () => covers.beneath(() => navigate('redirectTo', target))),
    switchTab: target => attempt('switchTab', () => covers.beneath(() => navigate('switchTab', target))),
    reLaunch: target => attempt('reLaunch', () => covers.beneath(() => navigate('reLaunch', target))),
    reset() {
      void covers.beneath(() => effects.reLaunch(home))
    },
    amend(pageId, change) {
      const { pages, top } = $stack.get()
      const amended = pages.map(page => (page.id === pageId ? { ...page, ...change } : page))
      $stack.set({ pages: amended, top: top && amended.at(-1) })
    },
    settle(pageId) {
      if (pending?.id === pageId) pending = undefined
    },
    navigateBack: options => attempt('navigateBack', () => goBack(options)),
    cover: covers.add
  }
}

/** A refusal is for whoever asked; nobody asking must not become an error of the host page. */
function attempt(name: NavigationName, task: () => Promise<NavigationResult>) {
  const result = task().catch(error => {
    throw error instanceof Error && 'errMsg' in error ? error : refusal(name, String(error))
  })
  result.catch(() => undefined)
  return result
}
