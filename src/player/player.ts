// What the views know of the player, and what they may ask of it.
import type { WritableAtom } from 'nanostores'
import type { PlayAnswer } from '../../contract/episode.js'
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
  destroy(): void
}
