import { getPriceAndDateFormat } from '../../core/format/price-and-date-format.js'
import { playerMessageLoaders, translatePlayer } from '../../core/playback/messages.js'
import { RequestError } from '../../core/request/request-error.js'
import type { PlayerContext } from '../player.js'
import type { PlayerEvent } from '../player-events.js'

const TOAST_DURATION_MS = 6000

export function reportPlaybackFailure({ app, page, $failure, signal }: PlayerContext): (event: PlayerEvent) => void {
  const reported = new Set<number>()
  const unsent = new Map<number, string>()

  async function report(no: number, detail: string) {
    reported.add(no)
    unsent.delete(no)
    try {
      const body = { drama_id: page.dramaId, episode_no: no, detail }
      const { return_at } = await app.api.post('/drama/play_failed', body, { isQuiet: true })
      if (return_at !== null && !signal.aborted) await announceRefund(return_at)
    } catch (error) {
      if (error instanceof RequestError) unsent.set(no, detail)
    }
  }

  async function announceRefund(returnAt: number) {
    const translation = app.i18n.$translation.get()
    if (!translation) return
    const translate = translatePlayer(await playerMessageLoaders[translation.language.apiCode](), translation)
    app.toasts.show({
      icon: 'none',
      title: translate('returnPromise', { date: getPriceAndDateFormat(translation.language).dateTime(returnAt) }),
      duration: TOAST_DURATION_MS
    })
  }

  const reportOnce = (no: number, detail: string) => {
    if (!reported.has(no)) void report(no, detail)
  }
  const unsubscribe = $failure.subscribe(kind => {
    if (kind !== undefined) reportOnce(page.$play.get().no, kind)
  })
  signal.addEventListener('abort', unsubscribe)
  app.environment.onOnline(() => {
    for (const [no, detail] of unsent) void report(no, detail)
  }, signal)

  return event => {
    if (event.type === 'shown' && event.state === 'failed') reportOnce(event.no, 'no_answer')
  }
}
