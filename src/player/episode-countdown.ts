import type { Clock } from '../core/environment.js'
import type { EpisodeEnd } from './episode-end.js'

/** In ms: so often it is looked whether somebody waits, and so much of a machine's sleep counts. */
const TICK_MS = 100
const MAX_STEP_MS = 1000

/** Counts to the next episode, at once where nothing is left. While `isWaited` is false the count stands where it is. */
export function createEpisodeCountdown(
  clock: Clock,
  { $ending, $left, playNext }: EpisodeEnd,
  isWaited: () => boolean,
  signal: AbortSignal
): void {
  let stop = () => {}

  function look(seenAt: number) {
    const now = clock.now()
    if (isWaited()) $left.set(Math.max(0, $left.get() - Math.min(now - seenAt, MAX_STEP_MS)))
    if (isWaited() && $left.get() === 0) playNext()
    else stop = clock.setTimer(TICK_MS, () => look(now))
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
