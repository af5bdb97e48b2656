import type { PlayResponse } from '../../../contract/episode.js'
import { createWatchMeter } from '../../core/playback/watch-meter.js'
import type { PlayerContext } from '../player.js'
import type { PlayerEvent } from '../player-events.js'

/** Counts what is watched: what plays, waits for nothing and can be seen, which the stage's hold sees to. */
export function trackWatchTime({ app, $time, signal }: PlayerContext): (note: PlayerEvent) => void {
  let staged: PlayResponse | undefined
  let isPlaying = false
  let isWaiting = false
  const position = () => $time.get().position
  const meter = createWatchMeter(
    app.environment.clock,
    watched => staged && app.progress.recordWatched(staged, watched),
    position
  )
  /** Told before the document goes, when the log sends what it has. */
  app.environment.onHide(() => meter.flush(position()), signal)

  return note => {
    if (note.what === 'playing') isPlaying = note.is
    if (note.what === 'waiting') isWaiting = note.is
    const isOver = note.what === 'shown' || note.what === 'left'
    if (isOver) isPlaying = isWaiting = false
    meter.setCounting(isPlaying && !isWaiting, position())
    if (isOver || (note.what === 'playing' && !note.is)) meter.flush(position())
    if (note.what === 'shown') staged = note.playAnswer
  }
}
