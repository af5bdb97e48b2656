import type { HistoryPort } from '../../src/core/environment.js'
import { isOwnHash, type Routing, readAddress, readBase } from './address.js'
import {
  type AppHistoryOptions,
  type AppHistoryState,
  HISTORY_STATE_KEY,
  readAppHistoryState,
  readElementsState
} from './history-start.js'

export function createHistory(
  { routing, base, appId }: AppHistoryOptions,
  first: AppHistoryState,
  signal: AbortSignal
): HistoryPort {
  const toAddress = createAddressFormatter(routing, base)
  let last = first
  let run = readRun(appId)
  const hostScrollRestoration = window.history.scrollRestoration
  const statesByStep: AppHistoryState[] = []
  statesByStep[last.step] = last
  const abandonedEntries = new Set<string>()
  let listener: (step: number, url: string, depth: number) => void = () => undefined

  function recordState(state: AppHistoryState, owner?: { by: string; run: number }): Record<string, unknown> {
    last = state
    statesByStep[state.step] = state
    abandonedEntries.delete(toEntryKey(state))
    return { ...window.history.state, [HISTORY_STATE_KEY]: { ...readElementsState(), ...owner, [appId]: state } }
  }

  function replace(state: AppHistoryState) {
    writeEntry('replaceState', recordState(state), toAddress(state.url, false))
  }

  /** Moves the app back within the current entry, because that entry belongs to the host page. */
  function stepBack(target: AppHistoryState) {
    for (const state of statesByStep.slice(target.step + 1, last.step + 1)) abandonedEntries.add(toEntryKey(state))
    replace(target)
    notifyListener(target)
  }

  function notifyListener({ step, url, depth }: AppHistoryState) {
    if (depth === 0) window.history.scrollRestoration = hostScrollRestoration
    listener(step, url, depth)
  }

  function onPopstate() {
    const state = readAppHistoryState(appId)
    const url = readAddress(routing, base)
    if (state && state.step !== last.step && !abandonedEntries.has(toEntryKey(state))) {
      run = readRun(appId)
      last = state
      notifyListener(state)
    } else if (!state && url !== undefined && url !== last.url) {
      run++
      const linkState = { step: last.step + 1, url, depth: 0 }
      window.history.replaceState(recordState(linkState, { by: appId, run }), '')
      notifyListener(linkState)
    } else {
      // An anchor link or another app added this entry: it is no step of this app.
      run = readRun(appId)
      if (state || url !== undefined || routing === 'hash') window.history.replaceState(recordState(last), '')
    }
  }

  // A link may add an entry at any time, and Back from there reads this app's state here.
  if (routing === 'hash') window.history.replaceState(recordState(last), '')

  return {
    start: last.url,
    startStep: last.step,
    startDepth: last.depth,
    push(url, step, depth = 0) {
      // Writes the state into the current entry before adding one, because Back reads it there.
      window.history.replaceState(recordState(last), '')
      run = readRun(appId) + 1
      // Back from an overlay leaves the host page scrolled where it is.
      if (depth > 0) window.history.scrollRestoration = 'manual'
      writeEntry(
        'pushState',
        recordState({ step, url, depth }, { by: appId, run }),
        depth > 0 ? undefined : toAddress(url, true)
      )
    },
    replace: (url, step) => replace({ step, url, depth: 0 }),
    go(delta) {
      const target = statesByStep[last.step + delta]
      if (delta < 0 && readRun(appId) < -delta && target) stepBack(target)
      else window.history.go(delta)
    },
    onPop(newListener) {
      listener = newListener
      window.addEventListener('popstate', onPopstate, { signal })
    }
  }
}

function createAddressFormatter(routing: Routing, base: string) {
  const prefix = readBase(base)
  return (url: string, isNewEntry: boolean): string | undefined => {
    if (routing === 'history') return prefix + url
    if (routing === 'memory') return undefined
    const { pathname, search, hash } = window.location
    return isNewEntry || isOwnHash() || hash === '' ? `${pathname}${search}#${url}` : undefined
  }
}

const toEntryKey = ({ step, url }: AppHistoryState) => `${step} ${url}`

/** Omits the address if the document, such as a local file, cannot change it. */
function writeEntry(method: 'pushState' | 'replaceState', state: Record<string, unknown>, path: string | undefined) {
  try {
    // From the address, because `history` resolves a path against the base of the page, which may be another host.
    window.history[method](state, '', path === undefined ? undefined : new URL(path, window.location.href))
  } catch {
    window.history[method](state, '')
  }
}

function readRun(app: string): number {
  const { by, run } = readElementsState()
  return by === app && typeof run === 'number' ? run : 0
}
