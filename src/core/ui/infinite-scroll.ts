// When a list that is scrolled asks for more: once for each time its end comes near.
import type { Clock } from '../environment.js'

/** The end is near from this distance on, in px; a list that grew by less is the same list. */
const DISTANCE = 50
/** After an arrival the next one waits, and is looked for again, in ms. */
const LOCK_TIME = 350
const RECHECK_TIME = 300

/** Of the container that scrolls, in px. */
export interface ScrollMetrics {
  scrollTop: number
  scrollHeight: number
  clientHeight: number
}

export interface InfiniteScroll {
  /** Something has moved or changed size. */
  check(): void
  /** More has arrived: the end, if it is near still, is a new one. */
  reset(): void
  stop(): void
}

export interface ReachBottomOptions {
  clock: Clock
  measure(): ScrollMetrics
  onReach(): void
}

export function createInfiniteScroll({ clock, measure, onReach }: ReachBottomOptions): InfiniteScroll {
  /** Height of the content at the arrival; undefined once the end is far. */
  let reachedAt: number | undefined
  let lockedUntil = 0
  let cancelRecheck: () => void = () => undefined

  function check() {
    cancelRecheck()
    const metrics = measure()
    if (!isNearEnd(metrics)) {
      reachedAt = undefined
      return
    }
    if (reachedAt !== undefined && Math.abs(metrics.scrollHeight - reachedAt) <= DISTANCE) return
    if (clock.now() < lockedUntil) {
      cancelRecheck = clock.setTimer(RECHECK_TIME, check)
      return
    }
    reachedAt = metrics.scrollHeight
    lockedUntil = clock.now() + LOCK_TIME
    onReach()
  }

  return {
    check,
    reset() {
      reachedAt = undefined
      lockedUntil = 0
      check()
    },
    stop: () => cancelRecheck()
  }
}

/** A page too short to scroll is at its end from the start; one that is not shown has no height, and no end. */
function isNearEnd({ scrollTop, scrollHeight, clientHeight }: ScrollMetrics): boolean {
  if (clientHeight === 0) return false
  if (scrollHeight <= clientHeight) return true
  return scrollTop > 0 && scrollTop + clientHeight + DISTANCE >= scrollHeight
}
