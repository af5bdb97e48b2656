import { atom, type ReadableAtom } from 'nanostores'
import type { Clock, HistoryPort } from '../environment.js'
import { createHistoryTraversal } from './history-traversal.js'
import { type NavigationMethod, type NavigationName, navigationError } from './navigation-error.js'
import { checkNavigation } from './navigation-guard.js'
import { createOverlayStack } from './overlay-stack.js'
import { encodeQuery, matchRoute, type RouteLocation } from './route-match.js'
import { homeRoute, type Route } from './routes.js'

/** A page in the stack. Pages below the top and inactive tabs stay alive but hidden. */
export interface StackPage extends RouteLocation {
  id: number
  step: number
  name?: string
}

export interface PageStack {
  pages: readonly StackPage[]
  top: StackPage | undefined
}

export interface NavigationTarget {
  url: string
}

export interface NavigationResult {
  errMsg: string
}

/** Calls reject with an error whose message and `errMsg` are `<name>:fail <reason>`. Callers need not catch it. */
export interface Router {
  $stack: ReadableAtom<PageStack>
  navigateTo(target?: NavigationTarget): Promise<NavigationResult>
  redirectTo(target?: NavigationTarget): Promise<NavigationResult>
  /** Drops the query and closes all pages that are not tabs. */
  switchTab(target?: NavigationTarget): Promise<NavigationResult>
  reLaunch(target?: NavigationTarget): Promise<NavigationResult>
  reset(): void
  /** Changes the address of a page without a navigation; not if another page is on top by then. */
  rewriteQuery(pageId: number, query: Record<string, string>): Promise<void>
  updatePage(pageId: number, change: Pick<StackPage, 'name'>): void
  /** Until this call, a second navigation to the same address is rejected. */
  markRendered(pageId: number): void
  /** Shows Home if there is no earlier page. Resolves on arrival. */
  navigateBack(options?: { delta?: number }): Promise<NavigationResult>
  pushOverlay(close: () => void): () => void
}

export interface RouterOptions {
  history: HistoryPort
  clock: Clock
  signal?: AbortSignal
  onNavigate(from: string, to: string): void
}

const home: RouteLocation = { route: homeRoute, url: homeRoute.path, query: {} }

const isTab = ({ route }: { route: Route }) => route.tab !== undefined

export function createRouter({ history, clock, signal, onNavigate }: RouterOptions): Router {
  let nextId = 1
  const createPage = (location: RouteLocation, step: number): StackPage => ({ ...location, id: nextId++, step })
  const startLocation = matchRoute(history.start)
  let step = history.startStep - history.startDepth
  const first = startLocation && createPage(startLocation, step)
  const $stack = atom<PageStack>({ pages: first ? [first] : [], top: first })
  let baseStep = first && isTab(first) ? step : 0
  let pending: StackPage | undefined
  let isGoingBack = false
  const traversal = createHistoryTraversal(clock)
  const currentPage = () => ({ url: $stack.get().top?.url ?? homeRoute.path, step })
  const overlays = createOverlayStack({ history, traversal, signal, currentPage })
  signal?.addEventListener('abort', () => traversal.end())

  function setStack(others: readonly StackPage[], top: StackPage | undefined) {
    const before = $stack.get()
    pending = before.pages.some(({ id }) => id === top?.id) ? undefined : top
    if (top && isTab(top)) baseStep = top.step
    $stack.set({ pages: top ? [...others, top] : others, top })
    if (before.top?.id !== top?.id) overlays.closeAll()
    if (top && before.top?.url !== top.url) onNavigate(before.top?.url ?? '', top.url)
  }

  function replace(others: readonly StackPage[], page: StackPage) {
    history.replace(page.url, step)
    setStack(others, page)
  }

  const effects: Record<NavigationMethod, (location: RouteLocation) => void> = {
    navigateTo(location) {
      const page = createPage(location, step + 1)
      history.push(page.url, page.step)
      step = page.step
      setStack($stack.get().pages, page)
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
      baseStep = step
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
    // Reject a second call: it would count from the page that is closing.
    if (isGoingBack) throw navigationError('navigateBack', 'locked')
    const delta = Math.max(1, Number.parseInt(String(options?.delta), 10) || 1)
    isGoingBack = true
    const applyChange = () => {
      const steps = Math.min(delta, step - baseStep)
      return steps > 0 ? traversal.start(() => history.go(-steps)) : effects.switchTab(home)
    }
    await overlays.runBelow(applyChange).finally(() => {
      isGoingBack = false
    })
    if (signal?.aborted) throw navigationError('navigateBack', 'abort')
    return { errMsg: 'navigateBack:ok' }
  }

  history.onPop((popStep, url, depth) => {
    traversal.end()
    if (overlays.handleArrival(depth)) return
    const arrived = popStep - depth
    const { pages } = $stack.get()
    const location = matchRoute(url)
    const known = pages.find(page => page.url === location?.url && (isTab(page) || page.step === arrived))
    const others = pages.filter(
      page => page !== known && (isTab(page) ? page.route !== location?.route : page.step < arrived)
    )
    step = arrived
    if (arrived < baseStep) baseStep = 0
    setStack(others, known ? { ...known, step } : location && createPage(location, step))
  })

  function updatePage(pageId: number, change: Partial<StackPage>) {
    const { pages, top } = $stack.get()
    const updatedPages = pages.map(page => (page.id === pageId ? { ...page, ...change } : page))
    $stack.set({ pages: updatedPages, top: top && updatedPages.at(-1) })
  }

  return {
    $stack,
    navigateTo: target => attempt('navigateTo', () => overlays.runBelow(() => navigate('navigateTo', target))),
    redirectTo: target => attempt('redirectTo', () => overlays.runBelow(() => navigate('redirectTo', target))),
    switchTab: target => attempt('switchTab', () => overlays.runBelow(() => navigate('switchTab', target))),
    reLaunch: target => attempt('reLaunch', () => overlays.runBelow(() => navigate('reLaunch', target))),
    reset() {
      void overlays.runBelow(() => effects.reLaunch(home))
    },
    rewriteQuery: (pageId, query) =>
      overlays.runBelow(() => {
        const { top } = $stack.get()
        if (top?.id !== pageId || signal?.aborted) return
        const url = top.route.path + encodeQuery(query)
        history.replace(url, step)
        updatePage(pageId, { url, query })
      }),
    updatePage,
    markRendered(pageId) {
      if (pending?.id === pageId) pending = undefined
    },
    navigateBack: options => attempt('navigateBack', () => goBack(options)),
    pushOverlay: overlays.add
  }
}

/** Prevents an unhandled rejection in the host page if the caller ignores the result. */
function attempt(name: NavigationName, task: () => Promise<NavigationResult>) {
  const result = task().catch(error => {
    throw error instanceof Error && 'errMsg' in error ? error : navigationError(name, String(error))
  })
  result.catch(() => undefined)
  return result
}
