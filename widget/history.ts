import type { HistoryPort } from '../src/core/environment.js'

/** Our part of `history.state`; the rest belongs to the page. */
interface Mark {
  app: string
  step: number
  url: string
}

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
  const locate = () => {
    const { pathname, search } = window.location
    const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) || '/' : pathname
    return path + search
  }
  const first = routing === 'history' ? locate() : start
  let last: Mark = { app, step: 0, url: first }

  function mark(url: string, step: number): Record<string, unknown> {
    last = { app, step, url }
    const state: unknown = window.history.state
    return { ...(typeof state === 'object' ? state : {}), [KEY]: last }
  }

  return {
    start: first,
    push: (url, step) => window.history.pushState(mark(url, step), '', address(url)),
    replace: (url, step) => window.history.replaceState(mark(url, step), '', address(url)),
    go: delta => window.history.go(delta),
    onPop(listener) {
      window.addEventListener(
        'popstate',
        ({ state }) => {
          const found = readMark(state, app)
          // An entry without our mark is the page before our first step, or one the host page made.
          const target = found ?? { app, step: 0, url: routing === 'history' ? locate() : first }
          if (found === undefined && isForeign(state)) return
          if (target.step === last.step && target.url === last.url) return
          last = target
          listener(target.step, target.url)
        },
        { signal }
      )
    }
  }
}

function readMark(state: unknown, app: string): Mark | undefined {
  const mark = typeof state === 'object' && state !== null && KEY in state ? (state[KEY] as Mark) : undefined
  return mark?.app === app ? mark : undefined
}

/** Another element's step. */
function isForeign(state: unknown): boolean {
  return typeof state === 'object' && state !== null && KEY in state
}
