import type { PlayAnswer } from '../../../contract/episode.js'
import type { App } from '../../core/app.js'

/** Tells the host page what is watched, each thing once; times in seconds from the episode's start. */
export interface Announcer {
  firstFrame(): void
  start(staged: PlayAnswer, position: number): void
  /** Speaks once nine tenths are seen. */
  position(staged: PlayAnswer, position: number, duration: number): void
}

const COMPLETE = 0.9

export function createAnnouncer({ emit, environment }: App): Announcer {
  const openedAt = environment.clock.now()
  let hasMeasured = false
  let started = ''
  let completed = ''
  return {
    firstFrame() {
      if (hasMeasured) return
      hasMeasured = true
      emit('drama-metric', { name: 'ttff', ms: environment.clock.now() - openedAt })
    },
    start({ drama_id, episode }, seconds) {
      if (started === episode.id) return
      started = episode.id
      emit('drama-episode-start', { drama_id, episode_no: episode.no, seconds })
    },
    position({ drama_id, episode }, seconds, duration) {
      if (completed === episode.id || duration <= 0 || seconds / duration < COMPLETE) return
      completed = episode.id
      emit('drama-episode-complete', { drama_id, episode_no: episode.no, seconds })
    }
  }
}
