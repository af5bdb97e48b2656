// Runs in the measured page before its scripts and records every frame of the videos that play.

/** `at` is in ms since navigation start, `time` in seconds of the episode. */
export interface RecordedFrame {
  at: number
  time: number
  height: number
  /** Counts the streams of the page: a video that gets another stream has another number. */
  stream: number
}

const frames: RecordedFrame[] = []
Reflect.set(window, Symbol.for('frames'), frames)

let streams = 0
const streamOf = new WeakMap<HTMLMediaElement, number>()

// Patches `play()`, because the video element can be in any shadow root.
const { play } = HTMLMediaElement.prototype
HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
  if (this instanceof HTMLVideoElement && !streamOf.has(this)) {
    const count = () => streamOf.set(this, ++streams)
    count()
    this.addEventListener('emptied', count)
    follow(this)
  }
  return play.call(this)
}

function follow(video: HTMLVideoElement) {
  video.requestVideoFrameCallback((now, { expectedDisplayTime, mediaTime, height }) => {
    const at = Math.max(now, expectedDisplayTime)
    if (!video.paused) frames.push({ at, time: mediaTime, height, stream: streamOf.get(video) ?? 0 })
    follow(video)
  })
}
