import type { HistoryPort } from '../environment.js'
import type { HistoryTraversal } from './history-traversal.js'

export interface OverlayStack {
  /** Something lies over the page now, over what lay there before; Back calls `close`. The answer says that it is gone. */
  add(close: () => void): () => void
  /** The browser has arrived at an entry of so many covers; true where it is one of a cover that is closed, and is left. */
  handleArrival(depth: number): boolean
  /** Another page is on screen. */
  closeAll(): void
  /** Runs what changes the page, at the page's own entry of the history. */
  runBelow<Result>(task: () => Result | Promise<Result>): Promise<Result>
}

interface Options {
  history: HistoryPort
  journey: HistoryTraversal
  signal: AbortSignal | undefined
  /** Where the page on screen is. */
  place(): { url: string; step: number }
}

/** What lies over the page on screen, such as a sheet: each has an entry of the history, so that Back closes the topmost. */
export function createOverlayStack({ history, journey, signal, place }: Options): OverlayStack {
  /** From below. */
  let open: (() => void)[] = []
  /** How many covers the entry is for that the browser is at. */
  let depth = history.startDepth
  let isClosingItself = false
  let tasks = 0

  async function leave(to: number) {
    isClosingItself = true
    await journey.start(() => history.go(to - depth))
    // It led nowhere.
    if (isClosingItself) depth = to
    isClosingItself = false
  }

  /** Entries follow what is open. What closes and what opens in its place change nothing. */
  async function settle() {
    await null
    if (journey.arrival() || tasks > 0 || signal?.aborted) return
    const { url, step } = place()
    while (depth < open.length) history.push(url, step + ++depth, depth)
    if (depth > open.length) await leave(open.length).then(settle)
  }

  function closeAbove(level: number) {
    const closed = open.slice(level)
    open = open.slice(0, level)
    for (const close of closed.reverse()) close()
  }

  void settle()
  return {
    add(close) {
      open = [...open, close]
      void settle()
      return () => {
        open = open.filter(other => other !== close)
        void settle()
      }
    },
    handleArrival(at) {
      depth = at
      if (!isClosingItself) closeAbove(at)
      isClosingItself = false
      void settle()
      return at > open.length
    },
    closeAll: () => closeAbove(0),
    async runBelow(task) {
      tasks++
      try {
        while (journey.arrival() || depth > 0) await (journey.arrival() ?? leave(0))
        return await task()
      } finally {
        tasks--
        void settle()
      }
    }
  }
}
