import type { Engine } from './hls-engine.js'
import type { FaultKind } from './media-request.js'

/**
 * Chrome answers "maybe" for HLS and then plays it badly, so only browsers with ManagedMediaSource (Safari)
 * and those without any MediaSource use their own: https://github.com/video-dev/hls.js/pull/7844
 */
export function playsNatively(video: HTMLVideoElement): boolean {
  const canPlay = video.canPlayType('application/vnd.apple.mpegurl') !== ''
  return canPlay && ('ManagedMediaSource' in globalThis || !('MediaSource' in globalThis))
}

export function createNativeEngine(
  video: HTMLVideoElement,
  onFatal: (kind: FaultKind) => void,
  signal: AbortSignal
): Engine {
  const onError = () => {
    if (video.getAttribute('src')) onFatal(video.error?.code === MediaError.MEDIA_ERR_DECODE ? 'decode' : 'network')
  }
  video.addEventListener('error', onError, { signal })
  return {
    load({ url, position }, isWaiting) {
      video.preload = isWaiting ? 'metadata' : 'auto'
      video.src = position > 0 ? `${url}#t=${position}` : url
    },
    wake() {
      video.preload = 'auto'
    },
    destroy() {
      video.removeAttribute('src')
      video.load()
    }
  }
}

/** Undefined where this browser can play neither way. */
export async function createSourceEngine(
  video: HTMLVideoElement,
  onFatal: (kind: FaultKind) => void,
  signal: AbortSignal
): Promise<Engine | undefined> {
  if (playsNatively(video)) return createNativeEngine(video, onFatal, signal)
  const { createEngine, isSupported } = await import('./hls-engine.js')
  return isSupported() ? createEngine(video, onFatal) : undefined
}
