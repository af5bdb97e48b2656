import type { HistoryPort } from '../../../src/core/environment.js'
import { createRouter } from '../../../src/core/router/router.js'
import { createTestEnvironment } from '../test-environment.js'

export const play = (drama: string) => `/pages/index/play?drama_id=${drama}`

/** A router over a history like a browser's; with `isSlow` its own steps back arrive later, as they do there. */
export function openRouter(
  options: { start?: string; startStep?: number; isSlow?: boolean; signal?: AbortSignal } = {}
) {
  const { start = '/', startStep = 0, isSlow = false, signal } = options
  const { clock, advance } = createTestEnvironment({ fetch: () => Promise.reject(new Error('no network here')) })
  const entries = Array.from({ length: startStep + 1 }, (_, step) => ({ url: step === startStep ? start : '/', step }))
  let position = startStep
  let underway = 0
  let heard: (step: number, url: string) => void = () => undefined
  const press = (delta: number) => {
    const entry = entries[position + delta]
    if (!entry) return
    position += delta
    heard(entry.step, entry.url)
  }
  const history: HistoryPort = {
    start,
    startStep,
    push(url, step) {
      entries.splice(++position, entries.length, { url, step })
    },
    replace(url, step) {
      entries[position] = { url, step }
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
  return {
    router,
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
