// hls.js 1.7.4 may stop requesting segments without an error: if the first segment after a handover fails, hls.js waits
// for the media, which wait for that segment.
import { isBuffered } from './fast-start.js'

const CHECK_INTERVAL_MS = 500
const STALL_CHECKS = 3
const MIN_BUFFER_AHEAD_S = 4
const END_TOLERANCE_S = 0.5

export function watchForStall(video: HTMLVideoElement, isFetching: () => boolean, onStall: () => void): () => void {
  let stalledChecks = 0
  const timer = setInterval(() => {
    const isStalled = !video.paused && !isFetching() && hasGapAt(video, MIN_BUFFER_AHEAD_S)
    stalledChecks = isStalled ? stalledChecks + 1 : 0
    if (stalledChecks < STALL_CHECKS) return
    stalledChecks = 0
    onStall()
  }, CHECK_INTERVAL_MS)
  return () => clearInterval(timer)
}

export function hasGapAt({ buffered, currentTime, duration }: HTMLVideoElement, seconds: number): boolean {
  return !isBuffered(buffered, Math.min(currentTime + seconds, duration - END_TOLERANCE_S))
}
