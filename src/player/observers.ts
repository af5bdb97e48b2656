import { countDown } from './episode-countdown.js'
import { createRenewal } from './media/ticket-renewal.js'
import type { CareOptions } from './player.js'
import type { Note } from './player-events.js'
import { createAnnouncer } from './reporting/episode-events.js'
import { createGuarantee } from './reporting/failure-report.js'
import { createPlaybackMetrics } from './reporting/playback-metrics.js'
import { createAttendance } from './reporting/watch-time.js'
import { createRecovery } from './stall-recovery.js'

/** Everyone hears of everything, also of what was before them. */
export function createCare(options: CareOptions): (note: Note) => void {
  const { app, stage, ending, isWatched, signal } = options
  app.progress.loadWatchLog()
  // A sheet or a dialog over the player has the viewer's hands.
  const isCovered = () => stage.videos[0]?.closest('[inert]') !== null
  countDown(app.environment.clock, ending, () => isWatched() && !isCovered(), signal)
  const everyone = [
    createAnnouncer(options),
    createAttendance(options),
    createPlaybackMetrics(app.emit, options.page.dramaId),
    createGuarantee(options),
    createRecovery(options),
    createRenewal(options)
  ]
  return note => {
    for (const one of everyone) one(note)
  }
}
