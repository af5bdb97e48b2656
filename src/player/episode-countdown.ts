import type { Clock } from '../core/environment.js'
import type { Ending } from './episode-end.js'

/** In ms: so often it is looked whether somebody waits, and so much of a machine's sleep counts. */
const LOOK_EVERY = 100
const MOST = 1000

/** Counts to the next episode, at once where nothing is left. While `isWaited` is false the count stands where it is. */
export function countDown(
  clock: Clock,
  { $ending, $left, goOn }: Ending,
  isWaited: () => boolean,
  signal: AbortSignal
): void {
  let stop = () => {}

  function look(seenAt: number) {
    const now = clock.now()
    if (isWaited()) $left.set(Math.max(0, $left.get() - Math.min(now - seenAt, MOST)))
    if (isWaited() && $left.get() === 0) goOn()
    else stop = clock.setTimer(LOOK_EVERY, () => look(now))
  }

  const leave = $ending.subscribe(({ state }) => {
    stop()
    if (state === 'counting') look(clock.now())
  })
  signal.addEventListener('abort', () => {
    leave()
    stop()
  })
}
