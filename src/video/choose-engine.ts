import { findMediaSource } from '../dom/browser-features/media-source.js'
import type { HlsEngine } from './hls-engine.js'
import type { MediaErrorKind } from './media-request.js'

/**
 * Only iPhones before iOS 17.1 have no MediaSource. Chrome returns "maybe" for HLS but plays it badly:
 * https://github.com/video-dev/hls.js/pull/7844
 */
export function canPlayHls(video: HTMLVideoElement): boolean {
  return !findMediaSource() && video.canPlayType('application/vnd.apple.mpegurl') !== ''
}

export function createNativeEngine(
  video: HTMLVideoElement,
  onFatal: (kind: MediaErrorKind) => void,
  signal: AbortSignal
): HlsEngine {
  const onError = () => {
    if (video.getAttribute('src')) onFatal(video.error?.code === MediaError.MEDIA_ERR_DECODE ? 'decode' : 'network')
  }
  video.addEventListener('error', onError, { signal })
  return {
    load({ url, position }, isPreload) {
      video.preload = isPreload ? 'metadata' : 'auto'
      video.src = position > 0 ? `${url}#t=${position}` : url
    },
    stopLoading() {
      video.preload = 'metadata'
    },
    resumeLoading() {
      video.preload = 'auto'
    },
    destroy() {
      video.removeAttribute('src')
      video.load()
    }
  }
}

const loadHlsEngine = () => import('./hls-engine.js')

/** Loads hls.js for a video that comes later. */
export function preloadEngine(): void {
  if (!canPlayHls(document.createElement('video'))) loadHlsEngine().catch(() => undefined)
}

export async function chooseEngine(
  video: HTMLVideoElement,
  onFatal: (kind: MediaErrorKind) => void,
  signal: AbortSignal
): Promise<HlsEngine | undefined> {
  if (canPlayHls(video)) return createNativeEngine(video, onFatal, signal)
  const { createEngine, isHlsSupported } = await loadHlsEngine()
  return isHlsSupported() ? createEngine(video, onFatal) : undefined
}
