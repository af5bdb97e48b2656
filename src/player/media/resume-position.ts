import type { PlayResponse } from '../../../contract/episode.js'
import { parseMediaPlaylist, segmentAt } from '../../video/media-playlist.js'

const MIN_RESUME_SECONDS = 5
const FINISHED_SHARE = 0.95
const REWIND_SECONDS = 2

/** The server's instant start has the same rule. */
export function resumeSegmentStart({
  episode,
  opening,
  position_s
}: Pick<PlayResponse, 'episode' | 'opening' | 'position_s'>): number {
  return segmentStartAt(opening, toResumePosition(position_s, episode.duration_s))
}

/** An episode that begins there shows all bytes of its first segment, and so the first frame sooner. */
export function segmentStartAt(opening: PlayResponse['opening'], position: number): number {
  const segments = parseMediaPlaylist(opening)?.segments ?? []
  return segments[segmentAt(segments, position)]?.start ?? position
}

/** All in seconds. */
export function toResumePosition(position: number, duration: number): number {
  if (position < MIN_RESUME_SECONDS || position > duration * FINISHED_SHARE) return 0
  return position - REWIND_SECONDS
}
