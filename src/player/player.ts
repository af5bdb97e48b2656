// What the views know of the player, and what they may ask of it.
import type { ReadableAtom, WritableAtom } from 'nanostores'
import type { PlayResponse } from '../../contract/episode.js'
import type { App } from '../core/app.js'
import type { PlayerPage } from '../core/playback/player-page.js'
import type { VideoPool } from '../video/video-pool.js'
import type { EpisodeEnd } from './episode-end.js'
import type { SignedMedia } from './media/signed-media.js'

export interface PlaybackTime {
  position: number
  duration: number
}

export interface Player {
  stage: VideoPool
  $time: WritableAtom<PlaybackTime>
  $isPlaying: WritableAtom<boolean>
  $isWaiting: WritableAtom<boolean>
  /** `refused`: the browser wants a tap before there may be sound; `blocked`: before anything plays. */
  $sound: WritableAtom<'on' | 'off' | 'refused' | 'blocked'>
  /** Episodes whose first frame is in its element: their posters may go. */
  $firstFrame: WritableAtom<ReadonlySet<number>>
  /** What was given up on, for the episode on screen. */
  $failure: WritableAtom<string | undefined>
  $isOffline: WritableAtom<boolean>
  /** Tells the viewer, and the host page once, until something plays again. */
  fail(kind: string): void
  ending: EpisodeEnd
  /** Where an episode goes on that the viewer had begun before, in seconds, until it is dismissed. */
  $resumedAt: WritableAtom<number | undefined>
  /** How fast it plays while held; undefined at the speed that was chosen. */
  $heldRate: WritableAtom<number | undefined>
  /** To the next episode (1) or the one before, as the viewer wished. */
  goToEpisode(direction: 1 | -1): void
  /** Fetches the beginning of the next episode, where it may be watched. */
  prepareNext(): void
  togglePlay(): void
  /** Goes on, also where the browser had refused that. */
  play(): void
  /** Whether somebody can see it. */
  isWatched(): boolean
  toggleSound(): void
  seek(position: number): void
  /** Plays faster until it is let go; does nothing while nothing plays. */
  pressSpeed(isHeld: boolean): void
  /** Whether enough of the player is in the window to be watched. */
  setVisible(isInSight: boolean): void
  /** Names the element that floats over other windows, where it is seen whatever becomes of the page. */
  setFloating(video: HTMLVideoElement | undefined): void
  retry(): void
  mediaOf(answer: PlayResponse): SignedMedia | undefined
  /** False where the browser's own HLS picks the quality. */
  canChooseQuality(): boolean
  destroy(): void
}

/** What they may know and move of the player. */
export interface PlayerContext {
  app: App
  page: PlayerPage
  stage: VideoPool
  $time: ReadableAtom<{ position: number; duration: number }>
  $isPlaying: ReadableAtom<boolean>
  $isWaiting: WritableAtom<boolean>
  /** Episodes whose first frame is in its element. */
  $framed: WritableAtom<ReadonlySet<number>>
  $failure: ReadableAtom<string | undefined>
  ending: EpisodeEnd
  /** Whether somebody can see the player. */
  isWatched(): boolean
  mediaOf(answer: PlayResponse): SignedMedia | undefined
  /** Tells the viewer that this is given up. */
  fail(kind: string): void
  /** Asks for the episode anew, and goes on at the same place. */
  retry(): void
  signal: AbortSignal
}
