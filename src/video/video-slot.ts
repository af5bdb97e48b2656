import { attemptPlay, type PlayAttemptResult } from './attempt-play.js'
import { onFirstFrame } from './first-frame.js'
import { createMediaPipeline } from './media-pipeline.js'
import type { VideoSource } from './source.js'

export interface VideoSlotEvents {
  /** `at` in epoch ms, if the frame was shown before now. */
  onFrame(at?: number): void
  onPlayAttempt(outcome: PlayAttemptResult): void
  onFailed(kind: string): void
}

export interface VideoSlot {
  readonly video: HTMLVideoElement
  load(source: VideoSource, isPreload: boolean): void
  play(isMuted: boolean): void
  isWanted(): boolean
  pause(): void
  /** `load` with the same source continues. */
  stopLoading(): void
  reset(): void
}

export interface VideoSlotOptions {
  isPreview?: boolean
  video?: HTMLVideoElement | undefined
}

export function createVideoSlot(
  events: VideoSlotEvents,
  signal: AbortSignal,
  { isPreview = false, video = document.createElement('video') }: VideoSlotOptions = {}
): VideoSlot {
  prepareVideo(video)
  const pipeline = createMediaPipeline(video, { onRestart: play, onFailed: fail }, signal, isPreview)
  let url = ''
  let frameWatch = new AbortController()
  let isWanted = false
  let isMuted = true
  signal.addEventListener('abort', () => frameWatch.abort())
  signal.addEventListener('abort', () => video.pause())

  function fail(kind: string) {
    url = ''
    events.onFailed(kind)
  }

  /** Waits for the load, because a later source would cancel playback. */
  function play() {
    pipeline.whenLoaded(() => {
      if (isWanted) attemptPlay(video, isMuted).then(events.onPlayAttempt, () => undefined)
    })
  }

  return {
    video,
    load(source, isPreload) {
      if (source.url === url) {
        if (isPreload) pipeline.resumePreload()
        else pipeline.endPreload()
        return
      }
      url = source.url
      frameWatch.abort()
      frameWatch = new AbortController()
      onFirstFrame(video, () => events.onFrame(), frameWatch.signal)
      pipeline.load(source, isPreload)
    },
    play(muted) {
      // Another `play()` with sound would stop an element without the right to sound.
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
    stopLoading: pipeline.stopLoading,
    reset() {
      url = ''
      isWanted = false
      video.pause()
      pipeline.stop()
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
