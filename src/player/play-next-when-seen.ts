import type { Clock } from '../core/environment.js'
import type { NextEpisodeAutoplay } from './next-episode-autoplay.js'

const TICK_MS = 100

export function playNextWhenSeen(
  clock: Clock,
  { $ending, playNext }: NextEpisodeAutoplay,
  isOnScreen: () => boolean,
  signal: AbortSignal
): void {
  let stop = () => {}

  function tick() {
    if (isOnScreen()) playNext()
    else stop = clock.setTimer(TICK_MS, tick)
  }

  const unsubscribe = $ending.subscribe(({ state }) => {
    stop()
    if (state === 'next') tick()
  })
  signal.addEventListener('abort', () => {
    unsubscribe()
    stop()
  })
}
