// Those who look after what plays, in a chunk of their own that comes behind the first frame.
import type { ReadableAtom, WritableAtom } from 'nanostores'
import type { PlayAnswer } from '../../contract/episode.js'
import type { App } from '../core/app.js'
import type { PlayPage } from '../core/playback/player-page.js'
import type { Stage } from '../video/video-pool.js'
import { countDown } from './episode-countdown.js'
import type { Ending } from './episode-end.js'
import type { Media } from './media/signed-media.js'
import { createRenewal } from './media/ticket-renewal.js'
import type { Note } from './player-events.js'
import { createAnnouncer } from './reporting/episode-events.js'
import { createGuarantee } from './reporting/failure-report.js'
import { createPlaybackMetrics } from './reporting/playback-metrics.js'
import { createAttendance } from './reporting/watch-time.js'
import { createRecovery } from './stall-recovery.js'

/** What they may know and move of the player. */
export interface CareOptions {
  app: App
  page: PlayPage
  stage: Stage
  $time: ReadableAtom<{ position: number; duration: number }>
  $isPlaying: ReadableAtom<boolean>
  $isWaiting: WritableAtom<boolean>
  /** Episodes whose first frame is in its element. */
  $framed: WritableAtom<ReadonlySet<number>>
  $failure: ReadableAtom<string | undefined>
  ending: Ending
  /** Whether somebody can see the player. */
  isWatched(): boolean
  mediaOf(answer: PlayAnswer): Media | undefined
  /** Tells the viewer that this is given up. */
  fail(kind: string): void
  /** Asks for the episode anew, and goes on at the same place. */
  retry(): void
  signal: AbortSignal
}

/** Everyone hears of everything, also of what was before them. */
export function createCare(options: CareOptions): (note: Note) => void {
  const { app, stage, ending, isWatched, signal } = options
  app.progress.prepare()
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
