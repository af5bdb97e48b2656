import type { ReadableAtom, WritableAtom } from 'nanostores'
import type { PlayResponse } from '../../contract/episode.js'
import type { App } from '../core/app.js'
import type { PlayerPage } from '../core/playback/player-page.js'
import type { SoundState } from '../core/playback/remote-control.js'
import type { VideoPool } from '../video/video-pool.js'
import type { SignedMedia } from './media/signed-media.js'
import type { NextEpisodeAutoplay } from './next-episode-autoplay.js'

export interface PlaybackTime {
  position: number
  duration: number
}

export interface Player {
  videoPool: VideoPool
  $time: WritableAtom<PlaybackTime>
  $isPlaying: WritableAtom<boolean>
  $isWaiting: WritableAtom<boolean>
  $sound: WritableAtom<SoundState>
  $firstFrame: WritableAtom<ReadonlySet<number>>
  $failure: WritableAtom<string | undefined>
  $isOffline: WritableAtom<boolean>
  fail(kind: string): void
  nextEpisodeAutoplay: NextEpisodeAutoplay
  $resumedAt: WritableAtom<number | undefined>
  $heldRate: WritableAtom<number | undefined>
  goToEpisode(direction: 1 | -1): void
  prepareNext(): void
  togglePlay(): void
  play(): void
  isOnScreen(): boolean
  toggleSound(): void
  seek(position: number): void
  /** For a gesture: where the episode has not loaded, seeks up to a segment back, because that shows a frame sooner. */
  scrubTo(position: number): void
  setSpeedHeld(isHeld: boolean): void
  setVisible(isInViewport: boolean): void
  /** Sets the picture-in-picture element, which counts as visible even if the page is hidden. */
  setPictureInPicture(video: HTMLVideoElement | undefined): void
  retry(): void
  mediaOf(answer: PlayResponse): SignedMedia | undefined
  canChooseQuality(): boolean
  destroy(): void
}

export interface PlayerContext {
  app: App
  page: PlayerPage
  videoPool: VideoPool
  $time: ReadableAtom<PlaybackTime>
  $isPlaying: ReadableAtom<boolean>
  $isWaiting: WritableAtom<boolean>
  $firstFrame: WritableAtom<ReadonlySet<number>>
  $failure: ReadableAtom<string | undefined>
  nextEpisodeAutoplay: NextEpisodeAutoplay
  isOnScreen(): boolean
  mediaOf(answer: PlayResponse): SignedMedia | undefined
  fail(kind: string): void
  retry(): void
  signal: AbortSignal
}
