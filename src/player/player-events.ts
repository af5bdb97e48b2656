// What happens in the player, noted until those who look after it have arrived: they are not needed for the first frame.
import type { PlayAnswer } from '../../contract/episode.js'
import type { PlayState } from '../core/playback/player-page.js'
import type { CareOptions } from './player.js'

export type Event =
  /** Another episode is wanted, or its state has changed; with an answer it is on stage. */
  | { what: 'shown'; no: number; state: PlayState['state']; answer: PlayAnswer | undefined }
  /** The first frame of an episode is in its element, on screen or waiting. */
  | { what: 'frame'; no: number }
  | { what: 'playing' | 'waiting'; is: boolean }
  | { what: 'failed'; kind: string }
  | { what: 'left' }

/** `at` in epoch ms. */
export type Note = Event & { at: number }
/** What is told now; `at` where it was before. */
export type News = Event & { at?: number | undefined }

/** Without a first frame they are asked for after this, in ms. */
const LATEST = 3000

export function openNotebook(options: CareOptions): (news: News) => void {
  const { app, signal } = options
  const { clock } = app.environment
  const notes: Note[] = []
  let care: ((note: Note) => void) | undefined
  let isAsked = false

  function call() {
    if (isAsked || signal.aborted) return
    isAsked = true
    import('./observers.js').then(
      ({ createCare }) => {
        if (signal.aborted) return
        care = createCare(options)
        for (const note of notes) care(note)
      },
      () => {
        isAsked = false
        const isLost = notes.some(({ what }) => what === 'failed')
        if (isLost) options.fail('network')
      }
    )
  }
  const cancel = clock.setTimer(LATEST, call)
  signal.addEventListener('abort', cancel)
  app.environment.onOnline(call, signal)

  return event => {
    const note = { ...event, at: event.at ?? clock.now() }
    if (care) care(note)
    else notes.push(note)
    if (event.what === 'frame' || event.what === 'failed') call()
  }
}
