import { atom, type ReadableAtom } from 'nanostores'
import type { PlayResponse } from '../../contract/episode.js'
import type { PlayState } from '../core/playback/player-page.js'

/** `next`: the episode has ended, and the next begins as soon as the player can be seen. */
export type EpisodeEndState = { state: 'none' } | { state: 'next'; no: number } | { state: 'finished' }

export interface NextEpisodeAutoplay {
  $ending: ReadableAtom<EpisodeEndState>
  /** True if the viewer wants to stay at the end of this episode. */
  $isStaying: ReadableAtom<boolean>
  /** The episode that begins in a few seconds. */
  readAnnouncedNo(): number | undefined
  start(next: PlayResponse['next']): void
  playNext(): void
  stay(): void
  /** The episode plays. */
  cancel(): void
  /** Another episode or position is shown. */
  reset(): void
}

/** In seconds of the episode before its end. */
const ANNOUNCED_S = 5

interface Playback {
  $play: ReadableAtom<PlayState>
  /** In seconds. */
  $time: ReadableAtom<{ position: number; duration: number }>
  $isPlaying: ReadableAtom<boolean>
}

export function createNextEpisodeAutoplay(
  { $play, $time, $isPlaying }: Playback,
  goTo: (no: number) => void
): NextEpisodeAutoplay {
  const $ending = atom<EpisodeEndState>({ state: 'none' })
  const $isStaying = atom(false)
  function cancel() {
    if ($ending.get().state !== 'none') $ending.set({ state: 'none' })
  }

  return {
    $ending,
    $isStaying,
    readAnnouncedNo() {
      const shown = $play.get()
      const next = shown.state === 'playing' ? shown.playResponse.next : null
      const { position, duration } = $time.get()
      const isNearEnd = $isPlaying.get() && position > 0 && duration - position <= ANNOUNCED_S
      return next !== null && isNearEnd && !$isStaying.get() ? next.no : undefined
    },
    start(next) {
      if (next === null) $ending.set({ state: 'finished' })
      else if ($isStaying.get()) $isStaying.set(false)
      else $ending.set({ state: 'next', no: next.no })
    },
    playNext() {
      const ending = $ending.get()
      cancel()
      if (ending.state === 'next') goTo(ending.no)
    },
    stay() {
      cancel()
      $isStaying.set(true)
    },
    cancel,
    reset() {
      cancel()
      $isStaying.set(false)
    }
  }
}
