import { MEDIA_RENEWAL_MARGIN_MS } from '../../core/playback/play-response.js'
import type { PlayerContext } from '../player.js'
import type { PlayerEvent } from '../player-events.js'
import type { SignedMedia } from './signed-media.js'

export function renewTicketInTime({ app, mediaOf, $isPlaying, signal }: PlayerContext): (event: PlayerEvent) => void {
  const { clock, visibility } = app.environment
  let media: SignedMedia | undefined
  let renewAt = Number.POSITIVE_INFINITY
  let cancel: () => void = () => undefined

  function scheduleRenewal() {
    cancel()
    const left = (media?.expiresAt() ?? Number.POSITIVE_INFINITY) - clock.now()
    renewAt = clock.now() + Math.max(left - MEDIA_RENEWAL_MARGIN_MS, left / 2)
    if (Number.isFinite(renewAt)) cancel = clock.setTimer(Math.max(0, renewAt - clock.now()), renewIfDue)
  }

  function renewIfDue() {
    const renewedMedia = media
    if (clock.now() < renewAt || !$isPlaying.get() || !visibility.isVisible()) return
    renewAt = Number.POSITIVE_INFINITY
    // A failure needs no retry here: `requestMedia` renews when the server rejects the old ticket.
    void renewedMedia?.renew().then(isRenewed => isRenewed && media === renewedMedia && scheduleRenewal())
  }

  visibility.onChange(renewIfDue, signal)
  signal.addEventListener('abort', () => cancel())
  return event => {
    if (event.type === 'shown') {
      media = event.playResponse && mediaOf(event.playResponse)
      scheduleRenewal()
    }
    if (event.type === 'playing') renewIfDue()
  }
}
