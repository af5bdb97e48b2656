import type { Clock } from '../environment.js'

/** Distance to the end that counts as reached; a list that grew by less counts as unchanged. */
const END_DISTANCE_PX = 50
const LOCK_MS = 350
const RECHECK_DELAY_MS = 300

export interface ScrollMetrics {
  scrollTop: number
  scrollHeight: number
  clientHeight: number
}

export interface InfiniteScroll {
  check(): void
  reset(): void
  stop(): void
}

export interface InfiniteScrollOptions {
  clock: Clock
  measure(): ScrollMetrics
  onReach(): void
}

export function createInfiniteScroll({ clock, measure, onReach }: InfiniteScrollOptions): InfiniteScroll {
  let reachedHeight: number | undefined
  let lockedUntil = 0
  let cancelRecheck: () => void = () => undefined

  function check() {
    cancelRecheck()
    const metrics = measure()
    if (!isNearEnd(metrics)) {
      reachedHeight = undefined
      return
    }
    if (reachedHeight !== undefined && Math.abs(metrics.scrollHeight - reachedHeight) <= END_DISTANCE_PX) return
    if (clock.now() < lockedUntil) {
      cancelRecheck = clock.setTimer(RECHECK_DELAY_MS, check)
      return
    }
    reachedHeight = metrics.scrollHeight
    lockedUntil = clock.now() + LOCK_MS
    onReach()
  }

  return {
    check,
    reset() {
      reachedHeight = undefined
      lockedUntil = 0
      check()
    },
    stop: () => cancelRecheck()
  }
}

/** A page too short to scroll is at its end. A hidden page has no height and no end. */
function isNearEnd({ scrollTop, scrollHeight, clientHeight }: ScrollMetrics): boolean {
  if (clientHeight === 0) return false
  if (scrollHeight <= clientHeight) return true
  return scrollTop > 0 && scrollTop + clientHeight + END_DISTANCE_PX >= scrollHeight
}
