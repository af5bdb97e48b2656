import { renewTicketInTime } from './media/ticket-renewal.js'
import { startNextEpisodeCountdown } from './next-episode-countdown.js'
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
  startNextEpisodeCountdown(app.environment.clock, nextEpisodeAutoplay, () => isOnScreen() && !isCovered(), signal)
  const observers = [
    reportEpisodeEvents(options),
    trackWatchTime(options),
    createPlaybackMetrics(app.emit, options.page.dramaId),
    reportPlaybackFailure(options),
    recoverFromStalls(options),
    renewTicketInTime(options)
  ]
  return event => {
    for (const observer of observers) observer(event)
  }
}
