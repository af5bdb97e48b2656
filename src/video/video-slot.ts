// One of the stage's three `<video>` elements with the engine that feeds it.
import { type Autoplay, autoplay } from './autoplay.js'
import { onFirstFrame } from './first-frame.js'
import { createMediaPipeline } from './media-pipeline.js'
import type { VideoSource } from './source.js'

export interface VideoSlotEvents {
  /** A frame of the loaded source is in the element, on screen or waiting; `at` in epoch ms, where that was before now. */
  onFrame(at?: number): void
  onAutoplay(outcome: Autoplay): void
  /** Nothing more can be done with this source; a FaultKind, or `preview`. */
  onFailed(kind: string): void
}

export interface VideoSlot {
  readonly video: HTMLVideoElement
  /** Loads a source, once per address; a waiting screen fetches its first segment and no more. */
  load(source: VideoSource, isWaiting: boolean): void
  play(isMuted: boolean): void
  /** Plays, or will as soon as it can. */
  isWanted(): boolean
  pause(): void
  /** Forgets its source, so that the next load starts afresh. */
  reset(): void
}

export interface ScreenOptions {
  /** Shows the smallest quality, a few seconds ahead, and does without hls.js. */
  isPreview?: boolean
  /** An element that has its stream already. */
  video?: HTMLVideoElement | undefined
}

export function createVideoSlot(
  events: VideoSlotEvents,
  signal: AbortSignal,
  { isPreview = false, video = document.createElement('video') }: ScreenOptions = {}
): VideoSlot {
  prepareVideo(video)
  const feed = createMediaPipeline(video, { onRestart: play, onFailed: fail }, signal, isPreview)
  let url = ''
  let watch = new AbortController()
  let isWanted = false
  let isMuted = true
  signal.addEventListener('abort', () => watch.abort())
  signal.addEventListener('abort', () => video.pause())

  function fail(kind: string) {
    // The same source may be tried again.
    url = ''
    events.onFailed(kind)
  }

  /** After the load before it: a source that arrives later would take the right to play away again. */
  function play() {
    feed.whenLoaded(() => {
      if (isWanted) autoplay(video, isMuted).then(events.onAutoplay, () => undefined)
    })
  }

  return {
    video,
    load(source, isWaiting) {
      if (source.url === url) {
        if (!isWaiting) feed.wake()
        return
      }
      url = source.url
      watch.abort()
      watch = new AbortController()
      onFirstFrame(video, () => events.onFrame(), watch.signal)
      feed.load(source, isWaiting)
    },
    play(muted) {
      // Asked again for its sound, an element without the right to it would stop.
      if (isWanted && isMuted === muted && !video.paused) return
      isWanted = true
      isMuted = muted
      play()
    },
    isWanted: () => isWanted,
    pause() {
      isWanted = false
      video.pause()
    },
    reset() {
      url = ''
      isWanted = false
      video.pause()
      feed.stop()
    }
  }
}

function prepareVideo(video: HTMLVideoElement) {
  video.setAttribute('playsinline', '')
  video.setAttribute('webkit-playsinline', '')
  video.setAttribute('muted', '')
  video.setAttribute('controlslist', 'nodownload')
  video.disableRemotePlayback = true
  video.tabIndex = -1
  video.preload = 'auto'
}
