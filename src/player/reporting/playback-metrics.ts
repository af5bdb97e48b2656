// How well episodes played, measured by what happened when: nothing of who watched.
import type { Emitter } from '../../core/event/host-events.js'
import type { PlayState } from '../../core/playback/player-page.js'

/** What it has to hear of the player; `at` in epoch ms. */
export type PlaybackSample = { at: number } & (
  | { what: 'shown'; no: number; state: PlayState['state'] }
  | { what: 'frame'; no: number }
  | { what: 'playing' | 'waiting'; is: boolean }
  | { what: 'failed'; kind: string }
  | { what: 'left' }
)

interface ShownEpisode {
  no: number
  /** Epoch ms. */
  since: number
  hasFrame: boolean
  /** Ms, up to the last change. */
  played: number
  stalled: number
}

/**
 * Emits `drama-metric` once for each showing of an episode: `ttff` with its first frame, `rebuffer_ratio` (of the time
 * it should have played) when it is left after that, `exit_before_start` when it is left before.
 */
export function createPlaybackMetrics(emit: Emitter, drama_id: string): (note: PlaybackSample) => void {
  const firstFrameSeen = new Set<number>()
  let showing: ShownEpisode | undefined
  let pace: 'still' | 'playing' | 'stalled' = 'still'
  let changedAt = 0

  function turn(next: typeof pace, at: number) {
    if (showing && pace === 'playing') showing.played += at - changedAt
    if (showing && pace === 'stalled') showing.stalled += at - changedAt
    pace = next
    changedAt = at
  }

  function begin(no: number, at: number) {
    if (showing?.no === no) return
    end(at)
    showing = { no, since: at, hasFrame: false, played: 0, stalled: 0 }
    // What waits beside it has its frame already; what is further off has to show another.
    for (const other of firstFrameSeen) if (Math.abs(other - no) > 1) firstFrameSeen.delete(other)
  }

  function end(at: number) {
    turn('still', at)
    if (!showing) return
    const { no: episode_no, since, hasFrame, played, stalled } = showing
    showing = undefined
    if (!hasFrame) emit('drama-metric', { name: 'exit_before_start', drama_id, episode_no, ms: at - since })
    if (played > 0) {
      emit('drama-metric', { name: 'rebuffer_ratio', drama_id, episode_no, ratio: stalled / (played + stalled) })
    }
  }

  function seeFrame(at: number) {
    if (!showing || showing.hasFrame || !firstFrameSeen.has(showing.no)) return
    showing.hasFrame = true
    emit('drama-metric', { name: 'ttff', drama_id, episode_no: showing.no, ms: at - showing.since })
  }

  return note => {
    const { at } = note
    if (note.what === 'shown') {
      // Who leaves a price has not waited for a picture.
      if (note.state === 'locked') showing = undefined
      else begin(note.no, at)
    }
    if (note.what === 'frame') firstFrameSeen.add(note.no)
    if (note.what === 'playing') turn(note.is ? 'playing' : 'still', at)
    if (note.what === 'waiting' && note.is && pace === 'playing' && showing?.hasFrame) turn('stalled', at)
    if (note.what === 'left') end(at)
    else if (note.what === 'frame' || (note.what === 'shown' && note.state === 'playing')) seeFrame(at)
  }
}
