// What comes when an episode has played to its end.
import { atom, type ReadableAtom } from 'nanostores'
import type { PlayAnswer } from '../../contract/episode.js'
import type { Clock } from './environment.js'

/** How long the viewer may call off the next episode, in seconds. */
const COUNT = 3

export type EndingState =
  | { state: 'none' }
  /** Episode `no` begins in so many seconds. */
  | { state: 'counting'; no: number; seconds: number }
  /** There is no other episode. */
  | { state: 'finished' }

export interface Ending {
  $ending: ReadableAtom<EndingState>
  /** A locked episode is shown at once: its price is no surprise to be called off. */
  begin(next: PlayAnswer['next']): void
  /** Goes to the next episode without waiting. */
  goOn(): void
  /** The viewer stays, or something else is shown. */
  cancel(): void
}

interface Surroundings {
  goTo(no: number): void
  /** While nobody looks the count stands still. */
  isWatched(): boolean
}

export function createEnding(clock: Clock, { goTo, isWatched }: Surroundings): Ending {
  const $ending = atom<EndingState>({ state: 'none' })
  let stop: () => void = () => undefined

  function cancel() {
    stop()
    if ($ending.get().state !== 'none') $ending.set({ state: 'none' })
  }
  function goOn() {
    const ending = $ending.get()
    cancel()
    if (ending.state === 'counting') goTo(ending.no)
  }
  function count(no: number, seconds: number) {
    $ending.set({ state: 'counting', no, seconds })
    stop = clock.after(1000, () => {
      if (!isWatched()) count(no, seconds)
      else if (seconds > 1) count(no, seconds - 1)
      else goOn()
    })
  }

  return {
    $ending,
    begin(next) {
      cancel()
      if (!next) $ending.set({ state: 'finished' })
      else if (next.state === 'locked') goTo(next.no)
      else count(next.no, COUNT)
    },
    goOn,
    cancel
  }
}
