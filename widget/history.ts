import type { HistoryPort } from '../src/core/environment.js'
import { createAddress, type Routing } from './address.js'

/** Where one app stands at an entry of the page's history. */
interface Mark {
  step: number
  url: string
}

/**
 * Our part of `history.state`: a mark by app, and `by` which app the entry was added, with how many of its own in a
 * row up to there (`run`). The rest of the state belongs to the page.
 */
const KEY = 'drama-app'

export interface HistoryOptions {
  /** `memory` leaves the page's address as it is and still gives the Back button a step of the app. */
  routing: Routing
  /** `/` or `/path`, only for `history`. */
  base: string
  /** Where an app starts whose address names no page of it. */
  start: string
  /** Tells elements on one page apart, so that Back moves only the one it belongs to. */
  app: string
  signal: AbortSignal
}

export function createHistory({ routing, base, start, app, signal }: HistoryOptions): HistoryPort {
  const address = createAddress(routing, base)
  const before = readMark(app)
  let last: Mark = { step: before?.step ?? 0, url: address.read() ?? before?.url ?? start }
  let run = readRun(app)
  const trail: string[] = []
  trail[last.step] = last.url
  const left = new Set<string>()
  let listener: (step: number, url: string) => void = () => undefined

  function note(mark: Mark, owner?: { by: string; run: number }): Record<string, unknown> {
    last = mark
    trail[mark.step] = mark.url
    left.delete(nameOf(mark))
    const state = asRecord(window.history.state)
    return { ...state, [KEY]: { ...asRecord(state[KEY]), ...owner, [app]: mark } }
  }

  function replace(url: string, step: number) {
    write('replaceState', note({ step, url }), address.write(url, false))
  }

  /** The entry on screen is not ours: it stays, and the app alone goes back. */
  function stepBack(step: number, url: string) {
    for (let above = last.step; above > step; above--) left.add(nameOf({ step: above, url: trail[above] ?? '' }))
    replace(url, step)
    listener(step, url)
  }

  function onPopstate() {
    const mark = readMark(app)
    const url = address.read()
    if (mark && mark.step !== last.step && !left.has(nameOf(mark))) {
      run = readRun(app)
      last = mark
      listener(mark.step, mark.url)
    } else if (!mark && url !== undefined && url !== last.url) {
      run++
      const link = { step: last.step + 1, url }
      window.history.replaceState(note(link, { by: app, run }), '')
      listener(link.step, url)
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
    push(url, step) {
      // Back must find our mark on the entry below; it is put there only now, when the page is about to have two.
      window.history.replaceState(note(last), '')
      run = readRun(app) + 1
      write('pushState', note({ step, url }, { by: app, run }), address.write(url, true))
    },
    replace,
    go(delta) {
      const url = trail[last.step + delta]
      if (delta < 0 && readRun(app) < -delta && url !== undefined) stepBack(last.step + delta, url)
      else window.history.go(delta)
    },
    onPop(heard) {
      listener = heard
      window.addEventListener('popstate', onPopstate, { signal })
    }
  }
}

const nameOf = ({ step, url }: Mark) => `${step} ${url}`

/** A document that may not change its address, such as a local file, gets the entry without it. */
function write(method: 'pushState' | 'replaceState', state: Record<string, unknown>, address: string | undefined) {
  try {
    window.history[method](state, '', address)
  } catch (error) {
    if (address === undefined) throw error
    window.history[method](state, '')
  }
}

function readMark(app: string): Mark | undefined {
  const { step, url } = asRecord(asRecord(asRecord(window.history.state)[KEY])[app])
  return typeof step === 'number' && typeof url === 'string' ? { step, url } : undefined
}

function readRun(app: string): number {
  const { by, run } = asRecord(asRecord(window.history.state)[KEY])
  return by === app && typeof run === 'number' ? run : 0
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
