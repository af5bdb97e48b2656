import type { PlayResponse } from '../../../contract/episode.js'
import { recordWatched } from '../../core/playback/save-progress.js'
import { createWatchMeter } from '../../core/playback/watch-meter.js'
import type { PlayerContext } from '../player.js'
import type { PlayerEvent } from '../player-events.js'

/** Counts time that plays without stalling. A player out of view is suspended, so its time does not count. */
export function trackWatchTime({ app, $time, signal }: PlayerContext): (event: PlayerEvent) => void {
  let loadedPlay: PlayResponse | undefined
  let isPlaying = false
  let isWaiting = false
  const position = () => $time.get().position
  const meter = createWatchMeter(
    app.environment.clock,
    watched => loadedPlay && recordWatched(app, loadedPlay, watched),
    position
  )
  // Unsaved progress is sent when the page hides, so add the last seconds first.
  app.environment.onPageHide(() => meter.flush(position()), signal)

  return event => {
    if (event.type === 'playing') isPlaying = event.isActive
    if (event.type === 'waiting') isWaiting = event.isActive
    const isOver = event.type === 'shown' || event.type === 'left'
    if (isOver) isPlaying = isWaiting = false
    meter.setCounting(isPlaying && !isWaiting, position())
    if (isOver || (event.type === 'playing' && !event.isActive)) meter.flush(position())
    if (event.type === 'shown') loadedPlay = event.playResponse
  }
}
