import type { HistoryPort } from '../src/core/environment.js'

/** Where one app stands at an entry of the page's history. */
interface Mark {
  step: number
  url: string
}

/** Our part of `history.state`, by app; the rest of the state belongs to the page. */
const KEY = 'drama-app'

export interface HistoryOptions {
  /** `memory` leaves the page's address as it is and still gives the Back button a step of the app. */
  routing: 'memory' | 'history'
  /** `/` or `/path`, only for `history`. */
  base: string
  /** Where a memory-routed app starts. */
  start: string
  /** Tells elements on one page apart, so that Back moves only the one it belongs to. */
  app: string
  signal: AbortSignal
}

export function createHistory({ routing, base, start, app, signal }: HistoryOptions): HistoryPort {
  const prefix = base.replace(/\/+$/, '')
  const address = (url: string) => (routing === 'history' ? prefix + url : undefined)
  const before = readMark(window.history.state, app)
  let last: Mark = { step: before?.step ?? 0, url: routing === 'history' ? locate(prefix) : (before?.url ?? start) }

  function note(mark: Mark): Record<string, unknown> {
    last = mark
    const state = asRecord(window.history.state)
    return { ...state, [KEY]: { ...asRecord(state[KEY]), [app]: mark } }
  }

  return {
    start: last.url,
    startStep: last.step,
    push(url, step) {
      // Back must find our mark on the entry below; it is put there only now, when the page is about to have two.
      window.history.replaceState(note(last), '')
      window.history.pushState(note({ url, step }), '', address(url))
    },
    replace: (url, step) => window.history.replaceState(note({ url, step }), '', address(url)),
    go: delta => window.history.go(delta),
    onPop(listener) {
      window.addEventListener(
        'popstate',
        ({ state }) => {
          // An entry without our mark is the page's own, made by a link to an anchor for one: not a step of ours.
          const arrived = readMark(state, app)
          if (!arrived || (arrived.step === last.step && arrived.url === last.url)) return
          last = arrived
          listener(arrived.step, arrived.url)
        },
        { signal }
      )
    }
  }
}

/** The address below the base, with its query. */
function locate(prefix: string): string {
  const { pathname, search } = window.location
  return (pathname.startsWith(prefix) ? pathname.slice(prefix.length) || '/' : pathname) + search
}

function readMark(state: unknown, app: string): Mark | undefined {
  const { step, url } = asRecord(asRecord(asRecord(state)[KEY])[app])
  return typeof step === 'number' && typeof url === 'string' ? { step, url } : undefined
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
