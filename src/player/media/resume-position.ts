import type { PlayResponse } from '../../../contract/episode.js'
import { parseMediaPlaylist, segmentAt } from '../../video/media-playlist.js'

const MIN_RESUME_SECONDS = 5
const FINISHED_SHARE = 0.95
const REWIND_SECONDS = 2

/** At the start of a segment, so that all bytes of the first one are shown. The server's instant start has the same rule. */
export function resumeSegmentStart({
  episode,
  opening,
  position_s
}: Pick<PlayResponse, 'episode' | 'opening' | 'position_s'>): number {
  const wanted = toResumePosition(position_s, episode.duration_s)
  const segments = parseMediaPlaylist(opening)?.segments ?? []
  return segments[segmentAt(segments, wanted)]?.start ?? wanted
}

/** All in seconds. */
export function toResumePosition(position: number, duration: number): number {
  if (position < MIN_RESUME_SECONDS || position > duration * FINISHED_SHARE) return 0
  return position - REWIND_SECONDS
}
