import type { HistoryPort } from '../../../src/core/environment.js'
import { createRouter } from '../../../src/core/router/router.js'
import { createTestEnvironment } from '../support/test-environment.js'

export const play = (drama: string) => `/pages/index/play?drama_id=${drama}`

/** A router over a history like a browser's; with `isSlow` its own steps back arrive later, as they do there. */
export function openRouter(
  options: { start?: string; startStep?: number; startDepth?: number; isSlow?: boolean; signal?: AbortSignal } = {}
) {
  const { start = '/', startStep = 0, startDepth = 0, isSlow = false, signal } = options
  const { clock, advance } = createTestEnvironment({ fetch: () => Promise.reject(new Error('no network here')) })
  const entries = Array.from({ length: startStep + 1 }, (_, step) => ({
    url: step >= startStep - startDepth ? start : '/',
    step,
    depth: Math.max(0, step - startStep + startDepth)
  }))
  let position = startStep
  let underway = 0
  let heard: (step: number, url: string, depth: number) => void = () => undefined
  const press = (delta: number) => {
    const entry = entries[position + delta]
    if (!entry) return
    position += delta
    heard(entry.step, entry.url, entry.depth)
  }
  const history: HistoryPort = {
    start,
    startStep,
    startDepth,
    push(url, step, depth = 0) {
      entries.splice(++position, entries.length, { url, step, depth })
    },
    replace(url, step) {
      entries[position] = { url, step, depth: 0 }
    },
    go(delta) {
      if (!isSlow) return press(delta)
      underway++
      setTimeout(() => {
        underway--
        press(delta)
      })
    },
    onPop(listener) {
      heard = listener
    }
  }
  const visited: string[] = []
  const router = createRouter({
    history,
    clock,
    ...(signal && { signal }),
    onNavigate: (_from, to) => visited.push(to)
  })
  const stack = () => router.$stack.get()
  let covers: { name: string; remove(): void }[] = []
  const closed: string[] = []
  const leave = (name: string) => {
    covers = covers.filter(other => other.name !== name)
  }
  let lastCover = 0
  return {
    router,
    /** Names of what lies over the page, from below. */
    covers: () => covers.map(({ name }) => name),
    /** What Back or another page has closed, in order. */
    closed,
    /** Puts something over the page. */
    cover(name = `${++lastCover}`) {
      const remove = router.pushOverlay(() => {
        closed.push(name)
        leave(name)
      })
      covers.push({ name, remove })
    },
    /** Closes by itself what lies at this place, counted from below. */
    uncover(place: number) {
      const [cover] = covers.splice(place, 1)
      cover?.remove()
    },
    /** Entries of the browser's history. */
    entries,
    position: () => position,
    /** Resolves once none of the router's own steps is on its way. */
    async settled() {
      do await new Promise(resolve => setTimeout(resolve))
      while (underway > 0)
    },
    /** The viewer's Back (-1) or Forward (1) button. */
    press,
    /** Where the app has been, in order. */
    visited,
    stack,
    top: () => stack().top,
    url: () => stack().top?.url,
    alive: () => stack().pages.map(({ url }) => url),
    advance
  }
}
