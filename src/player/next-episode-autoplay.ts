import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import type { PlayResponse } from '../../contract/episode.js'

export const COUNTDOWN_MS = 3000

export type EpisodeEndState = { state: 'none' } | { state: 'counting'; no: number } | { state: 'finished' }

export interface NextEpisodeAutoplay {
  $ending: ReadableAtom<EpisodeEndState>
  /** Milliseconds until the next episode. `startNextEpisodeCountdown` decreases it. */
  $remainingMs: WritableAtom<number>
  /** Skips the countdown before a locked episode, because its paywall needs no chance to cancel. */
  start(next: PlayResponse['next']): void
  playNext(): void
  cancel(): void
}

export function createNextEpisodeAutoplay(goTo: (no: number) => void): NextEpisodeAutoplay {
  const $ending = atom<EpisodeEndState>({ state: 'none' })
  const $remainingMs = atom(0)

  function cancel() {
    if ($ending.get().state !== 'none') $ending.set({ state: 'none' })
  }

  return {
    $ending,
    $remainingMs,
    start(next) {
      $remainingMs.set(next?.state === 'locked' ? 0 : COUNTDOWN_MS)
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
