// Seconds of watching: playing, to be seen, not waiting for data, by the clock on the wall.
import type { Clock } from '../environment.js'

/** A piece of watching; positions in seconds from the episode's start, `played_s` in seconds of the clock. */
export interface WatchedSpan {
  from_s: number
  to_s: number
  played_s: number
}

export interface WatchMeter {
  /** Begins to count at a position, or stops for a moment. */
  setCounting(isCounting: boolean, position: number): void
  /** Tells what was counted since the last time, if there is anything. */
  flush(position: number): void
}

/** Watching is told this often, in ms. */
const HEARTBEAT = 15_000
/** Timers may be late, by as much as this, in ms; a machine that slept was not watched. */
const MAX_TIMER_DRIFT_MS = 1000

export function createWatchMeter(
  clock: Clock,
  onWatched: (watched: WatchedSpan) => void,
  position: () => number
): WatchMeter {
  let since: number | undefined
  let from = 0
  let played = 0
  let cancel: () => void = () => undefined

  function stop() {
    cancel()
    if (since === undefined) return
    // A clock that was set back counts nothing.
    played += Math.max(0, Math.min(clock.now() - since, HEARTBEAT - played + MAX_TIMER_DRIFT_MS))
    since = undefined
  }

  function go() {
    since = clock.now()
    cancel = clock.setTimer(HEARTBEAT - played, () => {
      tell(position())
      go()
    })
  }

  function tell(to: number) {
    const isCounting = since !== undefined
    stop()
    if (played > 0) onWatched({ from_s: from, to_s: to, played_s: played / 1000 })
    played = 0
    from = to
    if (isCounting) go()
  }

  return {
    setCounting(isCounting, at) {
      if (isCounting === (since !== undefined)) return
      if (!isCounting) return stop()
      if (played === 0) from = at
      go()
    },
    flush: tell
  }
}
