import type { Emitter } from '../../core/event/host-events.js'
import type { PlayerEventKind } from '../player-events.js'

type ShownEvent = Extract<PlayerEventKind, { type: 'shown' }>
export type PlaybackSample = { at: number } & (Exclude<PlayerEventKind, ShownEvent> | Omit<ShownEvent, 'playResponse'>)

interface ShownEpisode {
  no: number
  shownAt: number
  hasFrame: boolean
  playedMs: number
  stalledMs: number
}

/**
 * Emits `drama-metric` without viewer data: `ttff` at the first frame of an episode, `rebuffer_ratio` (stalled share of
 * the playing time) when it ends, or `exit_before_start` if the viewer leaves before the first frame.
 */
export function createPlaybackMetrics(emit: Emitter, drama_id: string): (sample: PlaybackSample) => void {
  const firstFrameSeen = new Set<number>()
  let showing: ShownEpisode | undefined
  let activity: 'still' | 'playing' | 'stalled' = 'still'
  let changedAt = 0

  function setActivity(next: typeof activity, at: number) {
    if (showing && activity === 'playing') showing.playedMs += at - changedAt
    if (showing && activity === 'stalled') showing.stalledMs += at - changedAt
    activity = next
    changedAt = at
  }

  function begin(no: number, at: number) {
    if (showing?.no === no) return
    end(at)
    showing = { no, shownAt: at, hasFrame: false, playedMs: 0, stalledMs: 0 }
    // The neighbours keep their frame in a preloaded element. Other episodes have to load again.
    for (const other of firstFrameSeen) if (Math.abs(other - no) > 1) firstFrameSeen.delete(other)
  }

  function end(at: number) {
    setActivity('still', at)
    if (!showing) return
    const { no: episode_no, shownAt, hasFrame, playedMs, stalledMs } = showing
    showing = undefined
    if (!hasFrame) emit('drama-metric', { name: 'exit_before_start', drama_id, episode_no, ms: at - shownAt })
    if (playedMs > 0) {
      emit('drama-metric', { name: 'rebuffer_ratio', drama_id, episode_no, ratio: stalledMs / (playedMs + stalledMs) })
    }
  }

  function reportFirstFrame(at: number) {
    if (!showing || showing.hasFrame || !firstFrameSeen.has(showing.no)) return
    showing.hasFrame = true
    emit('drama-metric', { name: 'ttff', drama_id, episode_no: showing.no, ms: at - showing.shownAt })
  }

  return sample => {
    const { at } = sample
    if (sample.type === 'shown') {
      if (sample.state === 'locked') showing = undefined
      else begin(sample.no, at)
    }
    if (sample.type === 'frame') firstFrameSeen.add(sample.no)
    if (sample.type === 'playing') setActivity(sample.isActive ? 'playing' : 'still', at)
    if (sample.type === 'waiting' && sample.isActive && activity === 'playing' && showing?.hasFrame)
      setActivity('stalled', at)
    if (sample.type === 'left') end(at)
    else if (sample.type === 'frame' || (sample.type === 'shown' && sample.state === 'playing')) reportFirstFrame(at)
  }
}
