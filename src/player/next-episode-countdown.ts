import type { Clock } from '../core/environment.js'
import type { NextEpisodeAutoplay } from './next-episode-autoplay.js'

const TICK_MS = 100
/** Limits what one tick subtracts, because the machine may have slept since the last one. */
const MAX_STEP_MS = 1000

export function startNextEpisodeCountdown(
  clock: Clock,
  { $ending, $remainingMs, playNext }: NextEpisodeAutoplay,
  isOnScreen: () => boolean,
  signal: AbortSignal
): void {
  let stop = () => {}

  function tick(lastTickAt: number) {
    const now = clock.now()
    if (isOnScreen()) $remainingMs.set(Math.max(0, $remainingMs.get() - Math.min(now - lastTickAt, MAX_STEP_MS)))
    if (isOnScreen() && $remainingMs.get() === 0) playNext()
    else stop = clock.setTimer(TICK_MS, () => tick(now))
  }

  const unsubscribe = $ending.subscribe(({ state }) => {
    stop()
    if (state === 'counting') tick(clock.now())
  })
  signal.addEventListener('abort', () => {
    unsubscribe()
    stop()
  })
}
