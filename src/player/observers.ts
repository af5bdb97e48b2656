import type { App } from '../core/app.js'
import type { Emitter } from '../core/event/host-events.js'
import { renewTicketInTime } from './media/ticket-renewal.js'
import { playNextWhenSeen } from './play-next-when-seen.js'
import type { PlayerContext } from './player.js'
import type { PlayerEvent } from './player-events.js'
import { reportEpisodeEvents } from './reporting/episode-events.js'
import { reportPlaybackFailure } from './reporting/failure-report.js'
import { createPlaybackMetrics } from './reporting/playback-metrics.js'
import { trackWatchTime } from './reporting/watch-time.js'
import { recoverFromStalls } from './stall-recovery.js'

// Chunk: loaded after the first frame or the first failure, at the latest after LOAD_DEADLINE_MS.
export function startObservers(options: PlayerContext): (event: PlayerEvent) => void {
  const { app, videoPool, nextEpisodeAutoplay, isOnScreen, signal } = options
  app.progress.preloadSaver()
  const isCovered = () => videoPool.videos[0]?.closest('[inert]') !== null
  playNextWhenSeen(app.environment.clock, nextEpisodeAutoplay, () => isOnScreen() && !isCovered(), signal)
  const observers = [
    reportEpisodeEvents(options),
    trackWatchTime(options),
    createPlaybackMetrics(createMetricEmitter(app, signal), options.page.dramaId),
    reportPlaybackFailure(options),
    recoverFromStalls(options),
    renewTicketInTime(options)
  ]
  return event => {
    for (const observer of observers) observer(event)
  }
}

const METRIC_DELAY_MS = 100

/** Emits after the frame of a swipe, which the listeners of the page would delay, but before the player has ended. */
function createMetricEmitter({ emit, environment }: App, signal: AbortSignal): Emitter {
  const metrics: (() => void)[] = []
  const emitAll = () => {
    for (const metric of metrics.splice(0)) metric()
  }
  signal.addEventListener('abort', emitAll)
  environment.onPageHide(emitAll, signal)
  return (name, detail) => {
    if (metrics.length === 0) environment.clock.setTimer(METRIC_DELAY_MS, emitAll)
    metrics.push(() => emit(name, detail))
    return true
  }
}
