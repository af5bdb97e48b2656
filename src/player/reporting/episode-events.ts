import type { PlayResponse } from '../../../contract/episode.js'
import type { Emitter, EventDetails } from '../../core/event/host-events.js'
import type { PlayerContext } from '../player.js'
import type { PlayerEvent } from '../player-events.js'

export function reportEpisodeEvents({ app, $time, signal }: PlayerContext): (event: PlayerEvent) => void {
  const firstFrameEpisode = new Set<number>()
  let currentEpisode: PlayResponse | undefined
  let isPlaying = false
  let startedId = ''
  let quartiles: WatchQuartiles | undefined

  function reportStart() {
    if (
      !currentEpisode ||
      !isPlaying ||
      !firstFrameEpisode.has(currentEpisode.episode.no) ||
      startedId === currentEpisode.episode.id
    )
      return
    startedId = currentEpisode.episode.id
    const { drama_id, episode } = currentEpisode
    const { position } = $time.get()
    app.emit('drama-episode-start', { drama_id, episode_no: episode.no, seconds: position })
    quartiles = createWatchQuartiles(app.emit, { drama_id, episode_no: episode.no }, position)
  }

  const unsubscribe = $time.listen(({ position, duration }) => {
    if (currentEpisode?.episode.id === startedId && isPlaying) quartiles?.update(position, duration)
  })
  signal.addEventListener('abort', unsubscribe)

  return event => {
    if (event.type === 'shown') currentEpisode = event.playResponse
    if (event.type === 'shown') isPlaying = false
    if (event.type === 'frame') firstFrameEpisode.add(event.no)
    if (event.type === 'playing') isPlaying = event.isActive
    reportStart()
  }
}

const COMPLETE_SHARE = 0.9
const QUARTILES = [25, 50, 75] as const

interface WatchQuartiles {
  update(seconds: number, duration: number): void
}

/** `begun` is the start of this viewing in seconds. Quartiles before it are not reported. */
export function createWatchQuartiles(
  emit: Emitter,
  episode: Pick<EventDetails['drama-episode-complete'], 'drama_id' | 'episode_no'>,
  startSeconds: number
): WatchQuartiles {
  let reported = 0
  let isComplete = false
  return {
    update(seconds, duration) {
      if (!(duration > 0)) return
      for (const quartile of QUARTILES) {
        const quartileSeconds = (duration * quartile) / 100
        if (quartile <= reported || seconds < quartileSeconds) continue
        reported = quartile
        if (startSeconds < quartileSeconds) emit('drama-episode-quartile', { ...episode, seconds, quartile })
      }
      if (isComplete || seconds / duration < COMPLETE_SHARE) return
      isComplete = true
      emit('drama-episode-complete', { ...episode, seconds })
    }
  }
}
