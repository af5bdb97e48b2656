import type { HistoryPort } from '../../../src/core/environment.js'
import { createRouter } from '../../../src/core/router/router.js'
import { createTestEnvironment } from '../support/test-environment.js'

export const play = (drama: string) => `/pages/index/play?drama_id=${drama}`

/** Opens a router over a history like a browser's. `isSlow` delays its own steps back, as browsers do. */
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
  let popListener: (step: number, url: string, depth: number) => void = () => undefined
  const press = (delta: number) => {
    const entry = entries[position + delta]
    if (!entry) return
    position += delta
    popListener(entry.step, entry.url, entry.depth)
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
      popListener = listener
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
  const removeCover = (name: string) => {
    covers = covers.filter(other => other.name !== name)
  }
  let lastCover = 0
  return {
    router,
    covers: () => covers.map(({ name }) => name),
    closed,
    cover(name = `${++lastCover}`) {
      const remove = router.pushOverlay(() => {
        closed.push(name)
        removeCover(name)
      })
      covers.push({ name, remove })
    },
    /** Closes the cover at this index, counted from the bottom, without the Back button. */
    uncover(place: number) {
      const [cover] = covers.splice(place, 1)
      cover?.remove()
    },
    entries,
    position: () => position,
    /** Resolves once no step of the router is pending. */
    async settled() {
      do await new Promise(resolve => setTimeout(resolve))
      while (underway > 0)
    },
    /** Presses the browser's Back (-1) or Forward (1) button. */
    press,
    visited,
    stack,
    top: () => stack().top,
    url: () => stack().top?.url,
    alive: () => stack().pages.map(({ url }) => url),
    advance
  }
}
