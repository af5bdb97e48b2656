// What comes when an episode has played to its end.
import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import type { PlayResponse } from '../../contract/episode.js'

/** How long the viewer may call off the next episode, in ms. */
export const COUNTDOWN_MS = 3000

export type EpisodeEndState =
  | { state: 'none' }
  /** Episode `no` begins when nothing is left. */
  | { state: 'counting'; no: number }
  /** There is no other episode. */
  | { state: 'finished' }

export interface EpisodeEnd {
  $ending: ReadableAtom<EpisodeEndState>
  /** In ms, while it counts; `countDown` takes from it. */
  $left: WritableAtom<number>
  /** A locked episode has nothing to count: its price is no surprise to be called off. */
  start(next: PlayResponse['next']): void
  /** Goes to the next episode without waiting. */
  playNext(): void
  /** The viewer stays, or something else is shown. */
  cancel(): void
}

export function createEnding(goTo: (no: number) => void): EpisodeEnd {
  const $ending = atom<EpisodeEndState>({ state: 'none' })
  const $left = atom(0)

  function cancel() {
    if ($ending.get().state !== 'none') $ending.set({ state: 'none' })
  }

  return {
    $ending,
    $left,
    start(next) {
      $left.set(next?.state === 'locked' ? 0 : COUNTDOWN_MS)
      $ending.set(next ? { state: 'counting', no: next.no } : { state: 'finished' })
    },
    playNext() {
      const ending = $ending.get()
      cancel()
      if (ending.state === 'counting') goTo(ending.no)
    },
    cancel
  }
}
