export function onFirstFrame(video: HTMLVideoElement, callback: () => void, signal: AbortSignal): void {
  if ('requestVideoFrameCallback' in video) {
    const handle = video.requestVideoFrameCallback(callback)
    signal.addEventListener('abort', () => video.cancelVideoFrameCallback(handle), { once: true })
  } else {
    ;(video as HTMLVideoElement).addEventListener('playing', callback, { once: true, signal })
  }
}

/** A first frame may stand until more of its segment has arrived. */
export function onSecondFrame(video: HTMLVideoElement, callback: () => void, signal: AbortSignal): void {
  const isExact = 'requestVideoFrameCallback' in video
  onFirstFrame(video, isExact ? () => onFirstFrame(video, callback, signal) : callback, signal)
}
