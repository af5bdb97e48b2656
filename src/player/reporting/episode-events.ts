import type { PlayResponse } from '../../../contract/episode.js'
import type { Emitter, EventDetails } from '../../core/event/host-events.js'
import type { PlayerContext } from '../player.js'
import type { PlayerEvent } from '../player-events.js'

/** Tells the host page what is watched, each thing once; times in seconds from the episode's start. */
export function reportEpisodeEvents({ app, $time, signal }: PlayerContext): (note: PlayerEvent) => void {
  const firstFrameEpisode = new Set<number>()
  let currentEpisode: PlayResponse | undefined
  let isPlaying = false
  let started = ''
  let marks: WatchQuartiles | undefined

  function start() {
    if (
      !currentEpisode ||
      !isPlaying ||
      !firstFrameEpisode.has(currentEpisode.episode.no) ||
      started === currentEpisode.episode.id
    )
      return
    started = currentEpisode.episode.id
    const { drama_id, episode } = currentEpisode
    const { position } = $time.get()
    app.emit('drama-episode-start', { drama_id, episode_no: episode.no, seconds: position })
    marks = createEpisodeMarks(app.emit, { drama_id, episode_no: episode.no }, position)
  }

  const leave = $time.listen(({ position, duration }) => {
    // What is told between two episodes belongs to neither.
    if (currentEpisode?.episode.id === started && isPlaying) marks?.update(position, duration)
  })
  signal.addEventListener('abort', leave)

  return note => {
    if (note.what === 'shown') currentEpisode = note.playAnswer
    if (note.what === 'shown') isPlaying = false
    if (note.what === 'frame') firstFrameEpisode.add(note.no)
    if (note.what === 'playing') isPlaying = note.is
    start()
  }
}

const COMPLETE = 0.9
const QUARTILES = [25, 50, 75] as const

/** One viewing of an episode; its parts are told as they are passed, each once. */
interface WatchQuartiles {
  /** Where the viewer is now, in seconds from the episode's start; what lies behind a leap forward counts as passed. */
  update(seconds: number, duration: number): void
}

/** `begun` is where the viewing begins, in seconds: what lies before it was told when it was watched, or was not. */
export function createEpisodeMarks(
  emit: Emitter,
  episode: Pick<EventDetails['drama-episode-complete'], 'drama_id' | 'episode_no'>,
  begun: number
): WatchQuartiles {
  let reported = 0
  let isComplete = false
  return {
    update(seconds, duration) {
      if (!(duration > 0)) return
      for (const quartile of QUARTILES) {
        const place = (duration * quartile) / 100
        if (quartile <= reported || seconds < place) continue
        reported = quartile
        if (begun < place) emit('drama-episode-quartile', { ...episode, seconds, quartile })
      }
      if (isComplete || seconds / duration < COMPLETE) return
      isComplete = true
      emit('drama-episode-complete', { ...episode, seconds })
    }
  }
}
