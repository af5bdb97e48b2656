// What happens in the player, noted until those who look after it have arrived: they are not needed for the first frame.
import type { PlayResponse } from '../../contract/episode.js'
import type { PlayState } from '../core/playback/player-page.js'
import type { PlayerContext } from './player.js'

export type PlayerEventKind =
  /** Another episode is wanted, or its state has changed; with an answer it is on stage. */
  | { what: 'shown'; no: number; state: PlayState['state']; playAnswer: PlayResponse | undefined }
  /** The first frame of an episode is in its element, on screen or waiting. */
  | { what: 'frame'; no: number }
  | { what: 'playing' | 'waiting'; is: boolean }
  | { what: 'failed'; kind: string }
  | { what: 'left' }

/** `at` in epoch ms. */
export type PlayerEvent = PlayerEventKind & { at: number }
/** What is told now; `at` where it was before. */
export type PlayerEventInput = PlayerEventKind & { at?: number | undefined }

/** Without a first frame they are asked for after this, in ms. */
const LOAD_DEADLINE_MS = 3000

export function createPlayerEvents(options: PlayerContext): (news: PlayerEventInput) => void {
  const { app, signal } = options
  const { clock } = app.environment
  const notes: PlayerEvent[] = []
  let listener: ((note: PlayerEvent) => void) | undefined
  let isAsked = false

  function call() {
    if (isAsked || signal.aborted) return
    isAsked = true
    import('./observers.js').then(
      ({ startObservers }) => {
        if (signal.aborted) return
        listener = startObservers(options)
        for (const note of notes) listener(note)
      },
      () => {
        isAsked = false
        const isLost = notes.some(({ what }) => what === 'failed')
        if (isLost) options.fail('network')
      }
    )
  }
  const cancel = clock.setTimer(LOAD_DEADLINE_MS, call)
  signal.addEventListener('abort', cancel)
  app.environment.onOnline(call, signal)

  return event => {
    const note = { ...event, at: event.at ?? clock.now() }
    if (listener) listener(note)
    else notes.push(note)
    if (event.what === 'frame' || event.what === 'failed') call()
  }
}
