// What the views know of the player, and what they may ask of it.
import type { ReadableAtom, WritableAtom } from 'nanostores'
import type { PlayAnswer } from '../../contract/episode.js'
import type { App } from '../core/app.js'
import type { PlayerPage } from '../core/playback/player-page.js'
import type { Stage } from '../video/video-pool.js'
import type { Ending } from './episode-end.js'
import type { Media } from './media/signed-media.js'

export interface Time {
  position: number
  duration: number
}

export interface Controller {
  stage: Stage
  $time: WritableAtom<Time>
  $isPlaying: WritableAtom<boolean>
  $isWaiting: WritableAtom<boolean>
  /** `refused`: the browser wants a tap before there may be sound; `blocked`: before anything plays. */
  $sound: WritableAtom<'on' | 'off' | 'refused' | 'blocked'>
  /** Episodes whose first frame is in its element: their posters may go. */
  $framed: WritableAtom<ReadonlySet<number>>
  /** What was given up on, for the episode on screen. */
  $failure: WritableAtom<string | undefined>
  $isOffline: WritableAtom<boolean>
  /** Tells the viewer, and the host page once, until something plays again. */
  fail(kind: string): void
  ending: Ending
  /** Where an episode goes on that the viewer had begun before, in seconds, until it is dismissed. */
  $resumed: WritableAtom<number | undefined>
  /** How fast it plays while held; undefined at the speed that was chosen. */
  $heldRate: WritableAtom<number | undefined>
  /** To the next episode (1) or the one before, as the viewer wished. */
  turn(direction: 1 | -1): void
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
  hold(isHeld: boolean): void
  /** Whether enough of the player is in the window to be watched. */
  see(isInSight: boolean): void
  /** Names the element that floats over other windows, where it is seen whatever becomes of the page. */
  float(video: HTMLVideoElement | undefined): void
  retry(): void
  mediaOf(answer: PlayAnswer): Media | undefined
  /** False where the browser's own HLS picks the quality. */
  canChooseQuality(): boolean
  destroy(): void
}

/** What they may know and move of the player. */
export interface CareOptions {
  app: App
  page: PlayerPage
  stage: Stage
  $time: ReadableAtom<{ position: number; duration: number }>
  $isPlaying: ReadableAtom<boolean>
  $isWaiting: WritableAtom<boolean>
  /** Episodes whose first frame is in its element. */
  $framed: WritableAtom<ReadonlySet<number>>
  $failure: ReadableAtom<string | undefined>
  ending: Ending
  /** Whether somebody can see the player. */
  isWatched(): boolean
  mediaOf(answer: PlayAnswer): Media | undefined
  /** Tells the viewer that this is given up. */
  fail(kind: string): void
  /** Asks for the episode anew, and goes on at the same place. */
  retry(): void
  signal: AbortSignal
}
