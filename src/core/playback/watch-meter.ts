import type { Clock } from '../environment.js'

export interface WatchedSpan {
  from_s: number
  to_s: number
  played_s: number
}

export interface WatchMeter {
  setCounting(isCounting: boolean, position: number): void
  flush(position: number): void
}

const HEARTBEAT_MS = 15_000
const MAX_TIMER_DRIFT_MS = 1000

export function createWatchMeter(
  clock: Clock,
  onWatched: (watched: WatchedSpan) => void,
  position: () => number
): WatchMeter {
  let countingSince: number | undefined
  let startPosition = 0
  let playedMs = 0
  let cancelTimer: () => void = () => undefined

  function stopTimer() {
    cancelTimer()
    if (countingSince === undefined) return
    // Limits the time, because the machine may have slept or its clock may have been set back.
    playedMs += Math.max(0, Math.min(clock.now() - countingSince, HEARTBEAT_MS - playedMs + MAX_TIMER_DRIFT_MS))
    countingSince = undefined
  }

  function startTimer() {
    countingSince = clock.now()
    cancelTimer = clock.setTimer(HEARTBEAT_MS - playedMs, () => {
      flush(position())
      startTimer()
    })
  }

  function flush(endPosition: number) {
    const isCounting = countingSince !== undefined
    stopTimer()
    if (playedMs > 0) onWatched({ from_s: startPosition, to_s: endPosition, played_s: playedMs / 1000 })
    playedMs = 0
    startPosition = endPosition
    if (isCounting) startTimer()
  }

  return {
    setCounting(isCounting, at) {
      if (isCounting === (countingSince !== undefined)) return
      if (!isCounting) return stopTimer()
      if (playedMs === 0) startPosition = at
      startTimer()
    },
    flush
  }
}
