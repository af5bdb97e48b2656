import type { HistoryPort } from '../../src/core/environment.js'
import { isOwnHash, type Routing, readAddress, readBase } from './address.js'
import { HISTORY_KEY, type HistoryOptions, type HistoryState, readHistoryState, readOwnState } from './history-start.js'

/** Writes the app's steps into the page's history from `first` on, which `readHistoryStart` has read. */
export function createHistory(
  { routing, base, app }: HistoryOptions,
  first: HistoryState,
  signal: AbortSignal
): HistoryPort {
  const writeAddress = createAddressWriter(routing, base)
  let last = first
  let run = readRun(app)
  const restoration = window.history.scrollRestoration
  const trail: HistoryState[] = []
  trail[last.step] = last
  const abandonedEntries = new Set<string>()
  let listener: (step: number, url: string, depth: number) => void = () => undefined

  function note(mark: HistoryState, owner?: { by: string; run: number }): Record<string, unknown> {
    last = mark
    trail[mark.step] = mark
    abandonedEntries.delete(nameOf(mark))
    return { ...window.history.state, [HISTORY_KEY]: { ...readOwnState(), ...owner, [app]: mark } }
  }

  function replace(mark: HistoryState) {
    write('replaceState', note(mark), writeAddress(mark.url, false))
  }

  /** The entry on screen is not ours: it stays, and the app alone goes back. */
  function stepBack(to: HistoryState) {
    for (const mark of trail.slice(to.step + 1, last.step + 1)) abandonedEntries.add(nameOf(mark))
    replace(to)
    arrive(to)
  }

  function arrive({ step, url, depth }: HistoryState) {
    if (depth === 0) window.history.scrollRestoration = restoration
    listener(step, url, depth)
  }

  function onPopstate() {
    const mark = readHistoryState(app)
    const url = readAddress(routing, base)
    if (mark && mark.step !== last.step && !abandonedEntries.has(nameOf(mark))) {
      run = readRun(app)
      last = mark
      arrive(mark)
    } else if (!mark && url !== undefined && url !== last.url) {
      run++
      const link = { step: last.step + 1, url, depth: 0 }
      window.history.replaceState(note(link, { by: app, run }), '')
      arrive(link)
    } else {
      // Made by a link to an anchor, or by another app: not a step of ours.
      run = readRun(app)
      if (mark || url !== undefined || routing === 'hash') window.history.replaceState(note(last), '')
    }
  }

  // A link may add an entry at any time, and Back from there must find our mark here.
  if (routing === 'hash') window.history.replaceState(note(last), '')

  return {
    start: last.url,
    startStep: last.step,
    startDepth: last.depth,
    push(url, step, depth = 0) {
      // Back must find our mark on the entry below; it is put there only now, when the page is about to have two.
      window.history.replaceState(note(last), '')
      run = readRun(app) + 1
      // Where the page around the app is scrolled to meanwhile is where it stays.
      if (depth > 0) window.history.scrollRestoration = 'manual'
      write('pushState', note({ step, url, depth }, { by: app, run }), depth > 0 ? undefined : writeAddress(url, true))
    },
    replace: (url, step) => replace({ step, url, depth: 0 }),
    go(delta) {
      const to = trail[last.step + delta]
      if (delta < 0 && readRun(app) < -delta && to) stepBack(to)
      else window.history.go(delta)
    },
    onPop(heard) {
      listener = heard
      window.addEventListener('popstate', onPopstate, { signal })
    }
  }
}

/** Undefined leaves the address as it is. */
function createAddressWriter(routing: Routing, base: string) {
  const prefix = readBase(base)
  return (url: string, isNewEntry: boolean): string | undefined => {
    if (routing === 'history') return prefix + url
    if (routing === 'memory') return undefined
    const { pathname, search, hash } = window.location
    // A fragment that the page itself uses stays; a new entry gets its own.
    return isNewEntry || isOwnHash() || hash === '' ? `${pathname}${search}#${url}` : undefined
  }
}

const nameOf = ({ step, url }: HistoryState) => `${step} ${url}`

/** A document that may not change its address, such as a local file, gets the entry without it. */
function write(method: 'pushState' | 'replaceState', state: Record<string, unknown>, address: string | undefined) {
  try {
    window.history[method](state, '', address)
  } catch {
    window.history[method](state, '')
  }
}

function readRun(app: string): number {
  const { by, run } = readOwnState()
  return by === app && typeof run === 'number' ? run : 0
}
