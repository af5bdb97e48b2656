import type { HistoryPort } from '../environment.js'
import type { HistoryTraversal } from './history-traversal.js'

export interface OverlayStack {
  /** Returns a function that removes the overlay. Back and a change of page call `close`. */
  add(close: () => void): () => void
  /** True if the entry belongs to a closed overlay; the app then leaves that entry. */
  handleArrival(depth: number): boolean
  closeAll(): void
  /** Runs a change of page at the page's own history entry, after leaving the entries of overlays. */
  runBelow<Result>(task: () => Result | Promise<Result>): Promise<Result>
}

interface Options {
  history: HistoryPort
  traversal: HistoryTraversal
  signal: AbortSignal | undefined
  currentPage(): { url: string; step: number }
}

/** Gives each overlay a history entry, so that Back closes the topmost one. */
export function createOverlayStack({ history, traversal, signal, currentPage }: Options): OverlayStack {
  let openOverlays: (() => void)[] = []
  let depth = history.startDepth
  let isLeavingEntry = false
  let runningTasks = 0

  async function goToDepth(targetDepth: number) {
    isLeavingEntry = true
    await traversal.start(() => history.go(targetDepth - depth))
    // The traversal timed out: no event has arrived.
    if (isLeavingEntry) depth = targetDepth
    isLeavingEntry = false
  }

  /** Adds or leaves entries to match the open overlays. Waits first, because one overlay may replace another. */
  async function syncEntries() {
    await null
    if (traversal.arrival() || runningTasks > 0 || signal?.aborted) return
    const { url, step } = currentPage()
    while (depth < openOverlays.length) history.push(url, step + ++depth, depth)
    if (depth > openOverlays.length) await goToDepth(openOverlays.length).then(syncEntries)
  }

  function closeAbove(level: number) {
    const closed = openOverlays.slice(level)
    openOverlays = openOverlays.slice(0, level)
    for (const close of closed.reverse()) close()
  }

  void syncEntries()
  return {
    add(close) {
      openOverlays = [...openOverlays, close]
      void syncEntries()
      return () => {
        openOverlays = openOverlays.filter(other => other !== close)
        void syncEntries()
      }
    },
    handleArrival(arrivedDepth) {
      depth = arrivedDepth
      if (!isLeavingEntry) closeAbove(arrivedDepth)
      isLeavingEntry = false
      void syncEntries()
      return arrivedDepth > openOverlays.length
    },
    closeAll: () => closeAbove(0),
    async runBelow(task) {
      runningTasks++
      try {
        while (traversal.arrival() || depth > 0) await (traversal.arrival() ?? goToDepth(0))
        return await task()
      } finally {
        runningTasks--
        void syncEntries()
      }
    }
  }
}
