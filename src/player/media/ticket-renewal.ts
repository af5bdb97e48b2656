import type { PlayerContext } from '../player.js'
import type { PlayerEvent } from '../player-events.js'
import type { SignedMedia } from './signed-media.js'

/** So long before a ticket's end it is renewed, in ms; of a short one half is used. */
const RENEWAL_MARGIN_MS = 30_000

/** Renews the ticket of what plays before it ends, also when the page wakes up; what does not play costs no request. */
export function renewTicketInTime({ app, mediaOf, $isPlaying, signal }: PlayerContext): (note: PlayerEvent) => void {
  const { clock, visibility } = app.environment
  let media: SignedMedia | undefined
  let renewAt = Number.POSITIVE_INFINITY
  let cancel: () => void = () => undefined

  function plan() {
    cancel()
    const left = (media?.expiresAt() ?? Number.POSITIVE_INFINITY) - clock.now()
    renewAt = clock.now() + Math.max(left - RENEWAL_MARGIN_MS, left / 2)
    if (Number.isFinite(renewAt)) cancel = clock.setTimer(Math.max(0, renewAt - clock.now()), look)
  }

  function look() {
    const mine = media
    if (clock.now() < renewAt || !$isPlaying.get() || !visibility.isVisible()) return
    renewAt = Number.POSITIVE_INFINITY
    // What fails here is asked for once more when the server refuses the old ticket.
    void mine?.renew().then(isRenewed => isRenewed && media === mine && plan())
  }

  visibility.onChange(look, signal)
  signal.addEventListener('abort', () => cancel())
  return note => {
    if (note.what === 'shown') {
      media = note.playAnswer && mediaOf(note.playAnswer)
      plan()
    }
    if (note.what === 'playing') look()
  }
}
