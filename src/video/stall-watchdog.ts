// hls.js 1.7.4 may stop asking for segments without a word: when the first one after a handover fails, it waits for its
// media, which wait for that segment.
import { isBuffered } from './fast-start.js'

/** Looked at this often, in ms; what is seen so many times in a row is no pause between two files. */
const LOOK_EVERY = 500
const STALL_CHECKS = 3
/** Seconds ahead of the picture that hls.js never leaves empty by itself. */
const AHEAD = 4
/** Seconds at an episode's end that may lack samples. */
const END_TOLERANCE_S = 0.5

/** Calls back while nothing is fetched for a picture that soon has nothing to show; the answer ends that. */
export function watchForStall(video: HTMLVideoElement, isFetching: () => boolean, goOn: () => void): () => void {
  let looks = 0
  const timer = setInterval(() => {
    const isStanding = !video.paused && !isFetching() && hasGapAt(video, AHEAD)
    looks = isStanding ? looks + 1 : 0
    if (looks < STALL_CHECKS) return
    looks = 0
    goOn()
  }, LOOK_EVERY)
  return () => clearInterval(timer)
}

/** Whether the element has nothing for a moment so many seconds ahead, or for the episode's last. */
export function hasGapAt({ buffered, currentTime, duration }: HTMLVideoElement, ahead: number): boolean {
  return !isBuffered(buffered, Math.min(currentTime + ahead, duration - END_TOLERANCE_S))
}
