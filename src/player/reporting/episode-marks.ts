import type { Emitter, EventDetails } from '../../core/event/host-events.js'

const COMPLETE = 0.9
const QUARTILES = [25, 50, 75] as const

/** One viewing of an episode; its parts are told as they are passed, each once. */
export interface EpisodeMarks {
  /** Where the viewer is now, in seconds from the episode's start; what lies behind a leap forward counts as passed. */
  pass(seconds: number, duration: number): void
}

/** `begun` is where the viewing begins, in seconds: what lies before it was told when it was watched, or was not. */
export function createEpisodeMarks(
  emit: Emitter,
  episode: Pick<EventDetails['drama-episode-complete'], 'drama_id' | 'episode_no'>,
  begun: number
): EpisodeMarks {
  let told = 0
  let isComplete = false
  return {
    pass(seconds, duration) {
      if (!(duration > 0)) return
      for (const quartile of QUARTILES) {
        const place = (duration * quartile) / 100
        if (quartile <= told || seconds < place) continue
        told = quartile
        if (begun < place) emit('drama-episode-quartile', { ...episode, seconds, quartile })
      }
      if (isComplete || seconds / duration < COMPLETE) return
      isComplete = true
      emit('drama-episode-complete', { ...episode, seconds })
    }
  }
}
