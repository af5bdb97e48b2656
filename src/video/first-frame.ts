import { hasVideoFrameCallbacks } from '../dom/browser-features/video.js'

export function onFirstFrame(video: HTMLVideoElement, callback: () => void, signal: AbortSignal): void {
  if (hasVideoFrameCallbacks(video)) {
    const handle = video.requestVideoFrameCallback(callback)
    signal.addEventListener('abort', () => video.cancelVideoFrameCallback(handle), { once: true })
  } else {
    video.addEventListener('playing', callback, { once: true, signal })
  }
}

/** A first frame may stand until more of its segment has arrived. */
export function onSecondFrame(video: HTMLVideoElement, callback: () => void, signal: AbortSignal): void {
  onFirstFrame(video, hasVideoFrameCallbacks(video) ? () => onFirstFrame(video, callback, signal) : callback, signal)
}
