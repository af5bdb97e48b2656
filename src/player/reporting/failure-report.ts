import { playerLanguages, translatePlayer } from '../../core/playback/messages.js'
import { RequestError } from '../../core/request/request-error.js'
import type { PlayerContext } from '../player.js'
import type { PlayerEvent } from '../player-events.js'

/** In ms. */
const MESSAGE_MS = 6000

/** Tells the server of an episode that was given up, so that one that was paid for is given back; and says so. */
export function reportPlaybackFailure({ app, page, $failure, signal }: PlayerContext): (note: PlayerEvent) => void {
  /** Each episode once. */
  const told = new Set<number>()
  const waiting = new Map<number, string>()

  async function tell(no: number, detail: string) {
    told.add(no)
    waiting.delete(no)
    try {
      const place = { drama_id: page.dramaId, episode_no: no, detail }
      const { return_at } = await app.api.post('/drama/play_failed', place, { isQuiet: true })
      if (return_at !== null && !signal.aborted) await promise(return_at)
    } catch (error) {
      // What failed with the connection is told of when there is one again.
      if (error instanceof RequestError) waiting.set(no, detail)
    }
  }

  async function promise(returnAt: number) {
    const translation = app.i18n.$translation.get()
    if (!translation) return
    const say = translatePlayer(await playerLanguages[translation.language.apiCode](), translation)
    app.toasts.show({
      icon: 'none',
      title: say('returnPromise', { date: translation.dateTime(returnAt) }),
      duration: MESSAGE_MS
    })
  }

  const complain = (no: number, detail: string) => {
    if (!told.has(no)) void tell(no, detail)
  }
  const leave = $failure.subscribe(kind => {
    if (kind !== undefined) complain(page.$play.get().no, kind)
  })
  signal.addEventListener('abort', leave)
  app.environment.onOnline(() => {
    for (const [no, detail] of waiting) void tell(no, detail)
  }, signal)

  return note => {
    if (note.what === 'shown' && note.state === 'failed') complain(note.no, 'no_answer')
  }
}
