import { atom, type ReadableAtom } from 'nanostores'
import type { Clock, HistoryPort } from '../environment.js'
import { createHistoryTraversal } from './history-traversal.js'
import { type NavigationMethod, type NavigationName, navigationError } from './navigation-error.js'
import { checkNavigation } from './navigation-guard.js'
import { createOverlayStack } from './overlay-stack.js'
import { matchRoute, type RouteLocation } from './route-match.js'
import { entry, type Route } from './routes.js'

/** A page that is alive. Pages below the top and tabs left behind stay alive, hidden. */
export interface StackPage extends RouteLocation {
  id: number
  /** Its history entry, counted from the app's start. */
  step: number
  /** Its own, such as its drama's; a page without one is called by its kind. */
  name?: string
}

export interface PageStack {
  /** Every page that is alive; the one on screen is the last. */
  pages: readonly StackPage[]
  /** The page on screen; undefined shows the not-found view. */
  top: StackPage | undefined
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
  $stack: ReadableAtom<PageStack>
  navigateTo(target?: NavigationTarget): Promise<NavigationResult>
  redirectTo(target?: NavigationTarget): Promise<NavigationResult>
  /** Drops the query; pages that are no tabs end. */
  switchTab(target?: NavigationTarget): Promise<NavigationResult>
  reLaunch(target?: NavigationTarget): Promise<NavigationResult>
  /** The entry page anew, whatever is pending. */
  reset(): void
  /** Gives a page a name of its own, or another address at the entry that it has, which the caller writes. */
  updatePage(pageId: number, change: Partial<StackPage>): void
  /** A page has been drawn, or could not be: the same step may be asked for again. */
  markRendered(pageId: number): void
  /** With nothing to go back to, shows Home. Resolves on arrival. */
  navigateBack(options?: { delta?: number }): Promise<NavigationResult>
  /** Something lies over the page, such as a sheet: Back calls `close`, and so does another page. The answer says that it is gone. */
  pushOverlay(close: () => void): () => void
}

export interface RouterOptions {
  history: HistoryPort
  clock: Clock
  /** Its end ends what is under way. */
  signal?: AbortSignal
  onNavigate(from: string, to: string): void
}

const home: RouteLocation = { route: entry, url: entry.path, query: {} }

const isTab = ({ route }: { route: Route }) => route.tab !== undefined

export function createRouter({ history, clock, signal, onNavigate }: RouterOptions): Router {
  let nextId = 1
  const createPage = (location: RouteLocation, step: number): StackPage => ({ ...location, id: nextId++, step })
  const location = matchRoute(history.start)
  /** That of the page on screen. */
  let step = history.startStep - history.startDepth
  const first = location && createPage(location, step)
  const $stack = atom<PageStack>({ pages: first ? [first] : [], top: first })
  /** The lowest step that the app itself goes back to. */
  let baseLength = first && isTab(first) ? step : 0
  let pending: StackPage | undefined
  let isGoingBack = false
  const journey = createHistoryTraversal(clock)
  const place = () => ({ url: $stack.get().top?.url ?? entry.path, step })
  const covers = createOverlayStack({ history, journey, signal, place })
  signal?.addEventListener('abort', () => journey.end())

  function show(others: readonly StackPage[], top: StackPage | undefined) {
    const before = $stack.get()
    pending = before.pages.some(({ id }) => id === top?.id) ? undefined : top
    if (top && isTab(top)) baseLength = top.step
    $stack.set({ pages: top ? [...others, top] : others, top })
    if (before.top?.id !== top?.id) covers.closeAll()
    if (top && before.top?.url !== top.url) onNavigate(before.top?.url ?? '', top.url)
  }

  function replace(others: readonly StackPage[], page: StackPage) {
    history.replace(page.url, step)
    show(others, page)
  }

  const effects: Record<NavigationMethod, (location: RouteLocation) => void> = {
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
      baseLength = step
      replace([], createPage(location, step))
    }
  }

  function navigate(kind: NavigationMethod, target: NavigationTarget | undefined) {
    if (signal?.aborted) throw navigationError(kind, 'abort')
    const location = checkNavigation(kind, target?.url, $stack.get().top?.route)
    if (pending?.url === location.url) throw navigationError(kind, `${location.url} locked`)
    effects[kind](location)
    return { errMsg: `${kind}:ok` }
  }

  async function goBack(options: { delta?: number } | undefined) {
    // Two taps in a row are one: the second would be counted from a page that is being left.
    if (isGoingBack) throw navigationError('navigateBack', 'locked')
    const delta = Math.max(1, Number.parseInt(String(options?.delta), 10) || 1)
    isGoingBack = true
    const applyChange = () => {
      const steps = Math.min(delta, step - baseLength)
      return steps > 0 ? journey.start(() => history.go(-steps)) : effects.switchTab(home)
    }
    await covers.runBelow(applyChange).finally(() => {
      isGoingBack = false
    })
    if (signal?.aborted) throw navigationError('navigateBack', 'abort')
    return { errMsg: 'navigateBack:ok' }
  }

  history.onPop((at, url, depth) => {
    journey.end()
    if (covers.handleArrival(depth)) return
    const arrived = at - depth
    const { pages } = $stack.get()
    const location = matchRoute(url)
    const known = pages.find(page => page.url === location?.url && (isTab(page) || page.step === arrived))
    const others = pages.filter(
      page => page !== known && (isTab(page) ? page.route !== location?.route : page.step < arrived)
    )
    step = arrived
    if (arrived < baseLength) baseLength = 0
    show(others, known ? { ...known, step } : location && createPage(location, step))
  })

  return {
    $stack,
    navigateTo: target => attempt('navigateTo', () => covers.runBelow(() => navigate('navigateTo', target))),
    redirectTo: target => attempt('redirectTo', () => covers.runBelow(() => navigate('redirectTo', target))),
    switchTab: target => attempt('switchTab', () => covers.runBelow(() => navigate('switchTab', target))),
    reLaunch: target => attempt('reLaunch', () => covers.runBelow(() => navigate('reLaunch', target))),
    reset() {
      void covers.runBelow(() => effects.reLaunch(home))
    },
    updatePage(pageId, change) {
      const { pages, top } = $stack.get()
      const amended = pages.map(page => (page.id === pageId ? { ...page, ...change } : page))
      $stack.set({ pages: amended, top: top && amended.at(-1) })
    },
    markRendered(pageId) {
      if (pending?.id === pageId) pending = undefined
    },
    navigateBack: options => attempt('navigateBack', () => goBack(options)),
    pushOverlay: covers.add
  }
}

/** A refusal is for whoever asked; nobody asking must not become an error of the host page. */
function attempt(name: NavigationName, task: () => Promise<NavigationResult>) {
  const result = task().catch(error => {
    throw error instanceof Error && 'errMsg' in error ? error : navigationError(name, String(error))
  })
  result.catch(() => undefined)
  return result
}
