// Buffers the player's events until the code of the observers has loaded, because the first frame does not need it.
import type { PlayResponse } from '../../contract/episode.js'
import type { PlayState } from '../core/playback/player-page.js'
import type { PlayerContext } from './player.js'

export type PlayerEventKind =
  | { type: 'shown'; no: number; state: PlayState['state']; playResponse: PlayResponse | undefined }
  | { type: 'frame'; no: number }
  | { type: 'playing' | 'waiting'; isActive: boolean }
  | { type: 'failed'; kind: string }
  | { type: 'left' }

/** `at` in epoch ms. */
export type PlayerEvent = PlayerEventKind & { at: number }
export type PlayerEventInput = PlayerEventKind & { at?: number | undefined }

const LOAD_DEADLINE_MS = 3000

export function createPlayerEvents(options: PlayerContext): (input: PlayerEventInput) => void {
  const { app, signal } = options
  const { clock } = app.environment
  const bufferedEvents: PlayerEvent[] = []
  let listener: ((event: PlayerEvent) => void) | undefined
  let isLoading = false

  function loadObservers() {
    if (isLoading || signal.aborted) return
    isLoading = true
    import('./observers.js').then(
      ({ startObservers }) => {
        if (signal.aborted) return
        listener = startObservers(options)
        for (const event of bufferedEvents) listener(event)
      },
      () => {
        isLoading = false
        const hasFailed = bufferedEvents.some(({ type }) => type === 'failed')
        if (hasFailed) options.fail('network')
      }
    )
  }
  const cancel = clock.setTimer(LOAD_DEADLINE_MS, loadObservers)
  signal.addEventListener('abort', cancel)
  app.environment.onOnline(loadObservers, signal)

  return input => {
    const event = { ...input, at: input.at ?? clock.now() }
    if (listener) listener(event)
    else bufferedEvents.push(event)
    if (input.type === 'frame' || input.type === 'failed') loadObservers()
  }
}
