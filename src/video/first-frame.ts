export function onFirstFrame(video: HTMLVideoElement, callback: () => void, signal: AbortSignal): void {
  if ('requestVideoFrameCallback' in video) {
    const handle = video.requestVideoFrameCallback(callback)
    signal.addEventListener('abort', () => video.cancelVideoFrameCallback(handle), { once: true })
  } else {
    ;(video as HTMLVideoElement).addEventListener('playing', callback, { once: true, signal })
  }
}
