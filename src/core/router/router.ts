import { atom, type ReadableAtom } from 'nanostores'
import type { HistoryPort } from '../environment.js'
import { check, type NavigationKind } from './check.js'
import { type Location, match } from './match.js'
import type { Route } from './routes.js'

/** A page that is alive. Pages below the top and tabs left behind stay alive, hidden. */
export interface Page extends Location {
  id: number
  /** Its history entry, counted from the app's start. */
  step: number
}

export interface Stack {
  /** Every page that is alive, oldest first. */
  pages: readonly Page[]
  /** The page on screen; undefined shows the not-found view. */
  top: Page | undefined
}

/** `url` is absolute (`/path?query`) or relative to the page on screen. Rejections carry `<name>:fail <reason>`. */
export interface Router {
  $stack: ReadableAtom<Stack>
  navigateTo(options: { url: string }): Promise<void>
  redirectTo(options: { url: string }): Promise<void>
  switchTab(options: { url: string }): Promise<void>
  reLaunch(options: { url: string }): Promise<void>
  /** The entry page anew, whatever is pending. */
  reset(): void
  /** A page has been drawn, or could not be: the same step may be asked for again. */
  settle(pageId: number): void
  /** With nothing to go back to, shows Home. */
  navigateBack(options?: { delta?: number }): Promise<void>
}

export interface RouterOptions {
  history: HistoryPort
  onNavigate(from: string, to: string): void
}

export function createRouter({ history, onNavigate }: RouterOptions): Router {
  let nextId = 1
  const createPage = (location: Location, step: number): Page => ({ ...location, id: nextId++, step })
  const first = match(history.start)
  const $stack = atom<Stack>(first ? toStack([createPage(first, history.startStep)]) : { pages: [], top: undefined })
  let step = history.startStep
  let pending: Page | undefined

  function show(pages: readonly Page[], top: Page) {
    const from = $stack.get().top?.url ?? ''
    step = top.step
    $stack.set({ pages, top })
    if (from !== top.url) onNavigate(from, top.url)
  }

  const isTab = (route: Route) => route.tab !== undefined

  const effects: Record<NavigationKind, (location: Location) => void> = {
    navigateTo(location) {
      const page = createPage(location, step + 1)
      history.push(page.url, page.step)
      show([...$stack.get().pages, page], page)
    },
    redirectTo(location) {
      const page = createPage(location, step)
      history.replace(page.url, step)
      show([...$stack.get().pages.filter(({ id }) => id !== $stack.get().top?.id), page], page)
    },
    switchTab(location) {
      const alive = $stack.get().pages.filter(page => isTab(page.route))
      const known = alive.find(page => page.route === location.route)
      const page = known ? { ...known, step } : createPage({ ...location, url: location.route.path, query: {} }, step)
      history.replace(page.url, step)
      show([...alive.filter(({ id }) => id !== page.id), page], page)
    },
    reLaunch(location) {
      const page = createPage(location, step)
      history.replace(page.url, step)
      show([page], page)
    }
  }

  function navigate(kind: NavigationKind, url: string): Promise<void> {
    const step = attempt(kind, url)
    // A refusal is for whoever asked; nobody asking must not become an error of the host page.
    step.catch(() => undefined)
    return step
  }

  async function attempt(kind: NavigationKind, url: string) {
    const { pages, top } = $stack.get()
    const location = check(kind, url, top?.url ?? '/')
    if (pending?.url === location.url) throw new Error(`${kind}:fail ${location.url} locked`)
    effects[kind](location)
    const shown = $stack.get().top
    pending = pages.some(({ id }) => id === shown?.id) ? undefined : shown
  }

  history.onPop((arrived, url) => {
    pending = undefined
    const { pages } = $stack.get()
    const kept = pages.filter(page => page.step <= arrived || isTab(page.route))
    const known = kept.findLast(page => page.step === arrived && page.url === url)
    const location = match(url)
    if (known) show(kept, known)
    else if (location) {
      const page = createPage(location, arrived)
      show([...kept.filter(({ route }) => route !== page.route || !isTab(route)), page], page)
    }
  })

  return {
    $stack,
    navigateTo: ({ url }) => navigate('navigateTo', url),
    redirectTo: ({ url }) => navigate('redirectTo', url),
    switchTab: ({ url }) => navigate('switchTab', url),
    reLaunch: ({ url }) => navigate('reLaunch', url),
    reset() {
      const entry = match('/')
      if (entry) effects.reLaunch(entry)
    },
    settle(pageId) {
      if (pending?.id === pageId) pending = undefined
    },
    async navigateBack({ delta = 1 } = {}) {
      const back = Math.min(Math.max(1, Math.trunc(delta) || 1), step)
      if (back > 0) history.go(-back)
      else await navigate('switchTab', '/')
    }
  }
}

function toStack(pages: readonly Page[]): Stack {
  return { pages, top: pages.at(-1) }
}
